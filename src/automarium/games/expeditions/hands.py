"""What lies on the table, as far as the app keeps it; the kernel makes the list of hands of it."""

from __future__ import annotations

from automarium.games.expeditions.position import ROWS, SPECIAL, Position
from automarium.kernel.hands import MAT, OUT, Hand, Layout
from automarium.kernel.saying import Saying, saying, term


def layout(position: Position) -> Layout:
    """Tiles, tokens, mechs and tracks. What she holds lies on her ``mat``; what the human took is ``out``."""
    table = Layout()
    for mech, at in position.mechs.items():
        table.lay("automa", f"mech-{mech}", at)
    table.lay("human", "mech", position.human)
    for place, tile in position.tiles.items():
        table.lay("table", "tile", place, state="closed" if tile.closed else "open")
        table.lay("table", "map", place, int(tile.map))
        for token in tile.corruption:
            table.lay("table", f"corruption-{token}", place)
    table.lay("table", "map", MAT, position.maps)
    on_tiles = sum(tile.map for tile in position.tiles.values())
    table.lay("table", "map", OUT, max(0, len(ROWS) - position.maps - on_tiles))
    for holder, tokens, special in (
        (MAT, position.tokens, position.special),
        (OUT, position.human_tokens, position.human_special),
    ):
        for token in tokens:
            table.lay("table", f"corruption-{token}", holder)
        table.lay("table", f"corruption-{SPECIAL}", holder, int(special))
    for place in position.tiles:
        table.mark("table", f"swept-{place}", position.swept.get(place, 0))
    table.mark("automa", "progress", position.progress)
    table.mark("automa", "glory", position.glory)
    table.mark("human", "glory", position.human_glory)
    return table


def hand_words(position: Position, hand: Hand) -> Saying | None:
    """What reads better than "from → to": sweeping, and the progress token by what is left to the next glory."""
    if hand.track.startswith("swept-"):
        return saying("hand.sweep", at=term("place", hand.track.removeprefix("swept-")))
    if hand.track == "progress":
        coming = [space for space in position.card.glory_spaces if space > position.progress]
        if position.progress in position.card.glory_spaces:
            return saying("hand.progress.glory")
        return saying("hand.progress", left=min(coming) - position.progress) if coming else saying("hand.progress.last")
    if hand.to == MAT and hand.piece.startswith("corruption-"):
        value = hand.piece.removeprefix("corruption-")
        return saying("hand.cleansed", value=value, count=hand.count, at=term("place", hand.from_))
    if hand.to == MAT and hand.piece == "map":
        return saying("hand.map", at=term("place", hand.from_), total=position.maps)
    return None
