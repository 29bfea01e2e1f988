export const provisioning = {
  'provisioning.title': 'Bereitstellung',
  'provisioning.provider': 'Ihr Identitätsanbieter',
  'provisioning.body':
    'Entra ID, Okta und andere können hier selbst Personen hinzufügen, ändern und beenden (SCIM 2.0). Geben Sie ihnen diese Adresse und einen Schlüssel.',
  'provisioning.address': 'SCIM-Adresse',
  'provisioning.keysBody':
    'Wer einen Schlüssel hat, kann alle Personen der Schule lesen und ändern. Jede Änderung steht unter seinem Namen im Protokoll.',
  'provisioning.noneBody': 'Erstellen Sie einen für jeden Anbieter.',
  'audit.scim_added': 'hat hinzugefügt',
  'audit.scim_changed': 'hat geändert',
  'audit.scim_ended': 'hat beendet',
  'audit.scim_returned': 'hat zurückgeholt',
  'audit.scim_removed': 'hat entfernt',
} as const;
