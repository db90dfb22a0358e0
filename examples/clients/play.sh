#!/bin/sh
# Play a whole game through the table protocol (docs/protocol.md) with nothing but a shell and jq:
#   sh play.sh [GAME] [SEED]
# Every question is answered with its default or its first option; after each turn of the Automa its hands are printed.
set -eu
folder=$(mktemp -d)
trap 'exec 3>&-; rm -rf "$folder"' EXIT
mkfifo "$folder/in" "$folder/out"
${AUTOMARIUM:-automarium} table <"$folder/in" >"$folder/out" &
exec 3>"$folder/in" 4<"$folder/out"

# The texts of the hands, then the next line to send: an answer, the next turn, or nothing at the end.
step='
	def answer: if .default != null then .default
		elif .kind == "pick" then .options[0].value
		elif .kind == "count" then .low
		elif .kind == "form" then ([.fields[] | {key: .name, value: answer}] | from_entries)
		elif .kind == "words" then "x"
		elif .kind == "series" then [range(.exactly // 0) as $n | if .rising then .low + $n else .low end]
		else [.options[range(.exactly // 0)].value] end;
	if .error then error(.error.message) else . end
	| .hands[].text,
	  (if .over then "" elif .question then {do: "answer", to: (.question | answer)} | tojson else "{\"do\":\"next\"}" end)'

line="{\"game\": \"${1:-expeditions}\", \"seed\": ${2:-1}}"
for _ in $(seq 400); do
	printf '%s\n' "$line" >&3
	IFS= read -r answer <&4
	printf '%s' "$answer" | jq -r "$step" >"$folder/said"
	sed '$d' "$folder/said"
	line=$(tail -n 1 "$folder/said")
	[ -n "$line" ] || break
done
printf '{"look": "score"}\n' >&3
IFS= read -r answer <&4
printf '%s\n' "$answer" | jq -c .score.totals
