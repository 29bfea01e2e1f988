export const provisioning = {
  'provisioning.title': 'Provisioning',
  'provisioning.provider': 'Your identity provider',
  'provisioning.body':
    'Entra ID, Okta and others can add, change and end people here by themselves (SCIM 2.0). Give them this address and a key.',
  'provisioning.address': 'SCIM address',
  'provisioning.keysBody':
    'Whoever has a key may read and change everybody at the school. Each change is in the activity log under its name.',
  'provisioning.noneBody': 'Make one for each provider.',
  'audit.scim_added': 'added',
  'audit.scim_changed': 'changed',
  'audit.scim_ended': 'ended',
  'audit.scim_returned': 'brought back',
  'audit.scim_removed': 'removed',
} as const;
