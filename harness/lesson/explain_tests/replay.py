"""A story told by a lesson, done again."""
import re

from shuffle_models import exchanged, pick_from_all


def merged(deck, keys):
    """The packets of a deck, of equal keys each, put together: at each position the next card of its key's packet."""
    next_of, begin = {}, 0
    for key in sorted(set(keys.values())):
        next_of[key] = begin
        begin += list(keys.values()).count(key)
    cards = []
    for position in range(len(deck)):
        cards.append(deck[next_of[keys[position]]])
        next_of[keys[position]] += 1
    return cards


def replay(rows):
    """The last deck of a story, each row's words done to the deck of the row before and held against its own."""
    def cards(text):
        return [int(card) for card in re.findall(r"\d+", text)]

    deck, pile, keys = cards(rows[0][3]), [], {}
    for _, _, words, after in rows[1:]:
        at = cards(words)
        if words.startswith("swap positions"):
            exchanged(deck, at[0], at[1])
        elif re.fullmatch(r"card \d+ stays at \d+", words):
            assert deck[at[1]] == at[0]
        elif re.fullmatch(r"card \d+ from \d+ to \d+", words):
            assert deck[at[1]] == at[0]
            deck.insert(at[2], deck.pop(at[1]))
        elif words.endswith("to the pile"):
            deck.remove(at[0])
            pile.append(at[0])
        elif words.endswith("to the end of the pile"):
            pile.append(at[0])
        elif "takes place" in words:
            pile.append(pile[at[1]])
            pile[at[1]] = at[0]
        elif words.endswith("go below the others"):
            deck = deck[at[0]:] + deck[:at[0]]
        elif words.startswith("permutation number"):
            deck = pick_from_all(len(deck), lambda _: at[0])
        elif words == "dealt through its own indices":
            deck = [deck[card] for card in deck]
        elif words.startswith("key "):
            keys[at[1]] = at[0]
        elif words == "sort by the keys":
            deck = [deck[position] for position in sorted(range(len(deck)), key=lambda position: keys[position])]
        elif words == "merge the packets by the keys":
            deck = merged(deck, keys)
        elif words == "empty the shelves, the first one first":
            shelves = {key: [] for key in sorted(set(keys.values()))}
            for position, card in enumerate(deck):
                shelf = shelves[keys[position]]
                shelf.insert(len(shelf) if keys[position] % 2 else 0, card)
            deck = [card for shelf in shelves.values() for card in shelf]
        elif words == "throw over the packets, which begin where the key is 0":
            begins = [0] + [position for position in range(1, len(deck)) if keys[position] == 0] + [len(deck)]
            deck = sum((deck[begin:end] for begin, end in reversed(list(zip(begins, begins[1:])))), [])
        elif words.startswith("deal into"):
            deck = [card for pile in at[1:] for card in reversed(deck[pile::at[0]])]
        elif words.startswith("is card"):
            assert at[0] in deck and at[1] in deck
        elif words.endswith("is handed out"):
            pile.append(at[0])
        else:
            assert words == "nothing", words
        shown = [cards(part) for part in after.split("|")] + [[]]
        assert shown[:2] == [deck, pile], (words, after, deck, pile)
    return pile or deck
