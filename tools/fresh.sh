#!/bin/bash
# Run the two commands of the README in an empty minimal Debian: `make run` until the page answers, then `make test`;
# between them the steps of the Containerfile.
#
#   tools/fresh.sh [STEP…]   each step is a target of the Makefile; the default is: run container test. "none" only sets the system up.
#   FOLDER=/somewhere        the folder in which the system is created (about 3 GB); the default is the temporary folder
#
# The committed state is tested. The package sources of the host (mirror, indexes, certificates, proxies) are copied or
# mounted for the run only. Everything runs in separate mount and process namespaces (unshare), which end with this
# script however it ends; then the folder is removed.

set -euo pipefail

SUITE=bookworm
INSIDE=/root/automarium
checkout=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)

main() {
	local steps=("$@") folder
	[ ${#steps[@]} -gt 0 ] || steps=(run container test)
	[ "$(id -u)" = 0 ] || fail "chroot needs root: sudo make fresh"
	command -v debootstrap >/dev/null || sh "$checkout/tools/system.sh" debootstrap
	[ -z "$(git -C "$checkout" status --porcelain)" ] || echo "fresh: uncommitted changes are not tested"
	folder=$(mktemp -d "$(realpath "${FOLDER:-${TMPDIR:-/tmp}}")/automarium-fresh-XXXXXX")
	# shellcheck disable=SC2064  # expand $folder now
	trap "clean_up '$folder'" EXIT
	case $folder in "$checkout"/*) fail "the folder must be outside the checkout" ;; esac
	trap 'exit 130' INT TERM HUP
	setpriv --pdeathsig=KILL unshare --mount --pid --mount-proc --fork --kill-child -- \
		"$BASH" "$0" --inside "$folder" "${steps[@]}" &
	own=$!
	wait "$own"
}

own=
clean_up() {
	if [ -n "$own" ] && kill -0 "$own" 2>/dev/null; then
		kill -KILL "$own" 2>/dev/null || true # ends the namespaces: all processes and mounts in them
		wait "$own" 2>/dev/null || true
	fi
	for _ in 1 2 3 4 5; do # the last process may need a moment to exit
		rm -rf --one-file-system "$1" && return
		sleep 1
	done
}

fail() {
	echo "fresh: $*" >&2
	exit 1
}

log_step() { printf '\n== fresh: %s (%d s)\n' "$1" "$SECONDS"; }

# ------------------------------------------------------------------------------------------- inside the namespaces

inside() {
	local log=$1/debootstrap.log
	root=$1/system
	shift
	log_step "an empty $SUITE in $root"
	debootstrap --variant=minbase --include=ca-certificates,git,make,python3 "$SUITE" "$root" "$(mirror)" >"$log" ||
		{ tail -20 "$log"; fail "debootstrap failed"; }
	mount -t proc proc "$root/proc"
	mount --rbind /sys "$root/sys"
	mount --rbind /dev "$root/dev"
	copy_network
	copy_apt
	copy_pip
	copy_npm
	log_step "the committed state: $(git -C "$checkout" log -1 --format='%h %s')"
	git clone --quiet --no-local "$checkout" "$root$INSIDE"
	git -C "$root$INSIDE" checkout --quiet --detach "$(git -C "$checkout" rev-parse HEAD)"
	for step in "$@"; do
		case $step in
		none) ;;
		run) run_until_it_answers ;;
		*) log_step "make $step"; enter make "$step" || fail "make $step failed" ;;
		esac
	done
	log_step "done"
}

# Run a command in the clone inside the new system. Of the host's environment, pass only the settings for package sources.
enter() {
	local settings=()
	while IFS= read -r -d '' pair; do
		case ${pair%%=*} in
		PIP_CACHE_DIR | npm_config_cache) ;; # the caches must be empty
		PIP_* | npm_config_* | NPM_CONFIG_* | NODE_EXTRA_CA_CERTS | SSL_CERT_FILE | SSL_CERT_DIR | GIT_SSL_CAINFO | \
			REQUESTS_CA_BUNDLE | CURL_CA_BUNDLE | [hH][tT][tT][pP]*_[pP][rR][oO][xX][yY] | [nN][oO]_[pP][rR][oO][xX][yY])
			settings+=("$pair")
			;;
		esac
	done </proc/self/environ
	chroot "$root" /usr/bin/env -i -C "$INSIDE" HOME=/root TERM=dumb LANG=C.UTF-8 \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${settings[@]}" "$@"
}

# The usual port may be taken by another program on this machine, so read the address from the log.
run_until_it_answers() {
	local log=$root/root/run.log address running
	log_step "make run"
	: >"$log"
	set -m # a separate process group, to stop it as a whole
	enter make run >"$log" 2>&1 &
	running=$!
	set +m
	for _ in $(seq 600); do
		address=$(grep -om1 'http://127.0.0.1:[0-9]*/' "$log" || true)
		if [ -n "$address" ] && enter python3 -c \
			'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=5).read().decode())' \
			"${address}health" 2>/dev/null; then
			log_step "it answers at $address"
			kill -TERM -- "-$running"
			wait "$running" || true
			return
		fi
		kill -0 "$running" 2>/dev/null || { tail -30 "$log"; fail "make run ended"; }
		sleep 1
	done
	tail -30 "$log"
	fail "make run does not answer"
}

# ---------------------------------------------------------------------------------------- package sources of the host

# Print the host's sources of this suite, one per line: address, suite.
host_sources() {
	apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
		awk -v suite="$SUITE" '$2 == suite || index($2, suite "-") == 1' | sort -u
}

mirror() {
	local found
	found=$(host_sources | awk -v suite="$SUITE" '$2 == suite { print $1; exit }')
	echo "${found:-http://deb.debian.org/debian}"
}

copy_network() {
	cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
	if compgen -G '/usr/local/share/ca-certificates/*' >/dev/null; then
		cp -rL /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/"
	fi
	chroot "$root" update-ca-certificates >/dev/null 2>&1
	local file
	for file in "${SSL_CERT_FILE:-}" "${NODE_EXTRA_CA_CERTS:-}" "${PIP_CERT:-}" "${REQUESTS_CA_BUNDLE:-}"; do
		[ ! -f "$file" ] || [ -e "$root$file" ] || install -D -m 644 "$file" "$root$file"
	done
}

copy_apt() {
	if [ -n "$(host_sources)" ]; then
		host_sources | sed 's/^/deb /; s/$/ main/' >"$root/etc/apt/sources.list"
	fi
	apt-config dump 2>/dev/null | grep -E '^Acquire::(http|https|Retries|ForceIPv4|Check-Valid-Until|Languages)' \
		>"$root/etc/apt/apt.conf.d/90host" || true
	[ ! -d /etc/apt/auth.conf.d ] || cp -r /etc/apt/auth.conf.d/. "$root/etc/apt/auth.conf.d/"
	[ ! -f /etc/apt/auth.conf ] || cp /etc/apt/auth.conf "$root/etc/apt/"
	# Services are not started when they are installed.
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
	chmod +x "$root/usr/sbin/policy-rc.d"
}

copy_pip() {
	local config="$HOME/.config/pip/pip.conf" file
	mkdir -p "$root/root/.config/pip"
	for file in /etc/pip.conf "$HOME/.pip/pip.conf" "$config"; do
		[ ! -f "$file" ] || cat "$file" >>"$root/root/.config/pip/parts"
	done
	[ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
	[ ! -f "$config" ] || cp "$config" "$root/root/.config/pip/pip.conf"
	[ ! -f "$HOME/.pip/pip.conf" ] || { mkdir -p "$root/root/.pip" && cp "$HOME/.pip/pip.conf" "$root/root/.pip/"; }
	# Mount folders of packages on the host's disk (for an index file, the folder that contains it).
	{ cat "$root/root/.config/pip/parts" 2>/dev/null; env | grep '^PIP_' | grep -v '^PIP_CACHE_DIR'; } | grep -oE '(file://)?/[^ ,"]+' | sort -u |
		while read -r folder; do
			case $folder in file://*) folder=$(dirname "${folder#file://}") ;; esac
			[ -d "$folder" ] && [ "$folder" != / ] || continue
			mkdir -p "$root$folder"
			mountpoint -q "$root$folder" || { mount --bind "$folder" "$root$folder" && mount -o remount,bind,ro "$root$folder"; }
		done
	rm -f "$root/root/.config/pip/parts"
}

copy_npm() {
	local file
	for file in "$(npm config get globalconfig 2>/dev/null || true)" "$HOME/.npmrc"; do
		[ ! -f "$file" ] || { cat "$file"; echo; } >>"$root/root/.npmrc"
	done
}

if [ "${1:-}" = --inside ]; then
	shift
	inside "$@"
else
	main "$@"
fi
