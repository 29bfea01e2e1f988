export const provisioning = {
  'provisioning.title': 'Bereitstellung',
  'provisioning.provider': 'Dein Identitätsanbieter',
  'provisioning.body':
    'Entra ID, Okta und andere können Personen automatisch hinzufügen, ändern und deaktivieren (SCIM 2.0). Gib ihnen diese URL und einen Schlüssel.',
  'provisioning.address': 'SCIM-Basis-URL',
  'provisioning.keysBody':
    'Wer einen Schlüssel hat, kann jedes Konto lesen und ändern. Jede Änderung wird unter dem Namen des Schlüssels protokolliert.',
  'provisioning.noneBody': 'Erstelle einen für jeden Anbieter.',
  'audit.scim_person.added': 'hat hinzugefügt',
  'audit.scim_person.changed': 'hat geändert',
  'audit.scim_person.ended': 'hat deaktiviert',
  'audit.scim_person.returned': 'hat reaktiviert',
  'audit.scim_group.added': 'hat hinzugefügt',
  'audit.scim_group.changed': 'hat geändert',
  'audit.scim_group.removed': 'hat entfernt',
} as const;
