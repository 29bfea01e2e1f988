export const provisioning = {
  'provisioning.title': 'Bereitstellung',
  'provisioning.provider': 'Ihr Identitätsanbieter',
  'provisioning.body':
    'Entra ID, Okta und andere können Personen automatisch hinzufügen, ändern und deaktivieren (SCIM 2.0). Geben Sie ihnen diese URL und einen Schlüssel.',
  'provisioning.address': 'SCIM-Basis-URL',
  'provisioning.keysBody':
    'Wer einen Schlüssel hat, kann jedes Konto lesen und ändern. Jede Änderung wird unter dem Namen des Schlüssels protokolliert.',
  'provisioning.noneBody': 'Erstellen Sie einen für jeden Anbieter.',
  'audit.scim_added': 'hat hinzugefügt',
  'audit.scim_changed': 'hat geändert',
  'audit.scim_ended': 'hat deaktiviert',
  'audit.scim_returned': 'hat reaktiviert',
  'audit.scim_removed': 'hat entfernt',
} as const;
