"""Built-in roles: well-formed, unique ids."""

from uuid import UUID

import pytest

from aksgpu.catalogue.roles import ROLES, role_definition_id


@pytest.mark.parametrize(("name", "guid"), ROLES.items(), ids=list(ROLES))
def test_row(name: str, guid: str) -> None:
    assert str(UUID(guid)) == guid
    assert name == name.strip()


def test_no_role_is_there_twice() -> None:
    assert len(set(ROLES.values())) == len(ROLES)


def test_the_id_that_assignments_take() -> None:
    assert role_definition_id("AcrPull", "11111111-2222-3333-4444-555555555555") == (
        "/subscriptions/11111111-2222-3333-4444-555555555555/providers/Microsoft.Authorization/roleDefinitions/"
        "7f951dda-4ed3-4680-a7ca-43fe172d538d"
    )
    with pytest.raises(KeyError):
        role_definition_id("Acr Pull", "11111111-2222-3333-4444-555555555555")
