"""A link names the guest who hands it on, and nobody else."""

from __future__ import annotations

from puntobanco.web.http.tables import Entrance, invitation
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.answers import Invitation
from tests.web.test_hall import Evening

ENTRANCE = Entrance("http://10.0.0.2:8000", "network", b"secret")


def _handed_on(room: Room, guest: Guest) -> Invitation:
    """Return the invitation shown to someone who opens a guest's shared link."""
    link = invitation(room, ENTRANCE, inviter=guest, mark=None).link
    address, _, mark = link.partition("?from=")
    assert address == f"http://10.0.0.2:8000/t/{room.id}"
    return invitation(room, ENTRANCE, inviter=None, mark=mark)


def test_the_opener_and_whoever_sits_there_are_named(evening: Evening) -> None:
    ada, grace, bob = (evening.guest(name) for name in ("Ada", "Grace", "Bob"))
    room = evening.table(ada)
    evening.ask(evening.enter(grace, room), "sit")
    assert [_handed_on(room, guest).by for guest in (ada, grace, bob)] == ["Ada", "Grace", None]
    assert _handed_on(room, bob).host == "Ada"
    renamed = Guest(grace.id, "Countess")
    assert _handed_on(room, renamed).by == "Grace"  # as the others at the table know her


def test_nobody_is_named_by_a_mark_of_another_table_or_a_made_up_one(evening: Evening) -> None:
    ada = evening.guest("Ada")
    one, other = evening.table(ada), evening.table(ada)
    mark = invitation(one, ENTRANCE, inviter=ada, mark=None).link.partition("?from=")[2]
    assert invitation(one, ENTRANCE, inviter=None, mark=mark).by == "Ada"
    for made_up in (None, "", "Ada", "00000000", mark[:-1]):
        assert invitation(one, ENTRANCE, inviter=None, mark=made_up).by is None
    assert invitation(other, ENTRANCE, inviter=None, mark=mark).by is None
    stranger = ENTRANCE._replace(secret=b"another hall's").mark_of(one.id, "Ada")
    assert invitation(one, ENTRANCE, inviter=None, mark=stranger).by is None
    plain = invitation(one, ENTRANCE, inviter=None, mark=None)
    assert plain.link == f"http://10.0.0.2:8000/t/{one.id}"
