export const provisioning = {
  'provisioning.title': 'Provisioning',
  'provisioning.provider': 'Your identity provider',
  'provisioning.body':
    'Entra ID, Okta and others can add, update and deactivate people automatically (SCIM 2.0). Give them this URL and a key.',
  'provisioning.address': 'SCIM base URL',
  'provisioning.keysBody':
    'Anyone with a key can read and change every account. Each change is logged under the key’s name.',
  'provisioning.noneBody': 'Create one per provider.',
  'audit.scim_person.added': 'added',
  'audit.scim_person.changed': 'changed',
  'audit.scim_person.ended': 'deactivated',
  'audit.scim_person.returned': 'reactivated',
  'audit.scim_group.added': 'added',
  'audit.scim_group.changed': 'changed',
  'audit.scim_group.removed': 'removed',
} as const;
