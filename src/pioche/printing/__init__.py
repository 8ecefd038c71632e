"""Paper and pictures: the cards drawn, a booklet, decks to cut out, score sheets, a poster, pages without a server."""
