import { scimPageMax } from '#contract/scim/endpoints.ts';
import { groupSchema } from './groups/groups.views.ts';
import { userSchema } from './users/users.views.ts';

/* The service's description of itself (RFC 7643, 5 to 7). It only contains what is stored. */

interface Attribute {
  readonly name: string;
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime';
  readonly multiValued?: boolean;
  readonly description: string;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readWrite' | 'readOnly' | 'immutable';
  readonly returned?: 'default' | 'always';
  readonly uniqueness?: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

const attribute = ({ subAttributes, ...given }: Attribute): Record<string, unknown> => ({
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
  ...(subAttributes && { subAttributes: subAttributes.map(attribute) }),
});

const externalId: Attribute = {
  name: 'externalId',
  description: 'What the provider calls it; by this alone somebody is known again.',
  caseExact: true,
  uniqueness: 'server',
};

const typed = (types: readonly string[], what: string): Attribute[] => [
  { name: 'value', description: what },
  { name: 'type', description: 'What it is for.', canonicalValues: types },
  { name: 'primary', type: 'boolean', description: 'Whether it is the one that is used.' },
];

const schemas = [
  {
    id: userSchema,
    name: 'User',
    description: 'A person at the school',
    attributes: [
      {
        name: 'userName',
        description: 'Unique at the school, whatever its capitals.',
        required: true,
        uniqueness: 'server',
      },
      externalId,
      {
        name: 'name',
        type: 'complex',
        description: 'First and last name.',
        subAttributes: [
          { name: 'givenName', description: 'First name.' },
          { name: 'familyName', description: 'Last name.' },
          { name: 'formatted', description: 'The whole name.', mutability: 'readOnly' },
        ],
      },
      { name: 'displayName', description: 'The whole name.', mutability: 'readOnly' },
      { name: 'title', description: 'Title at work.' },
      { name: 'userType', description: 'Account type, such as Student, Faculty or Staff.' },
      {
        name: 'preferredLanguage',
        description: 'Language of the person’s screens, such as en or de-AT.',
      },
      { name: 'active', type: 'boolean', description: 'Whether the person may sign in.' },
      {
        name: 'emails',
        type: 'complex',
        multiValued: true,
        description: 'The one address to sign in with.',
        subAttributes: typed(['work'], 'The address.'),
      },
      {
        name: 'phoneNumbers',
        type: 'complex',
        multiValued: true,
        description: 'Telephone numbers.',
        subAttributes: typed(['work', 'home', 'mobile'], 'The number.'),
      },
      {
        name: 'groups',
        type: 'complex',
        multiValued: true,
        description: 'Groups the person is in.',
        mutability: 'readOnly',
        subAttributes: [
          { name: 'value', description: 'Id of the group.', mutability: 'readOnly' },
          {
            name: '$ref',
            type: 'reference',
            referenceTypes: ['Group'],
            description: 'Its address.',
            mutability: 'readOnly',
          },
          { name: 'display', description: 'Its name.', mutability: 'readOnly' },
        ],
      },
    ],
  },
  {
    id: groupSchema,
    name: 'Group',
    description: 'People the provider keeps together',
    attributes: [
      { name: 'displayName', description: 'Its name.', required: true },
      externalId,
      {
        name: 'members',
        type: 'complex',
        multiValued: true,
        description: 'Its people.',
        subAttributes: [
          { name: 'value', description: 'Id of the person.', mutability: 'immutable' },
          {
            name: '$ref',
            type: 'reference',
            referenceTypes: ['User'],
            description: 'Their address.',
            mutability: 'readOnly',
          },
          { name: 'display', description: 'Their name.', mutability: 'readOnly' },
        ],
      },
    ],
  },
] as const satisfies readonly {
  id: string;
  name: string;
  description: string;
  attributes: readonly Attribute[];
}[];

const address = (origin: string, kind: string, id: string) => ({
  resourceType: kind,
  location: `${origin}/scim/v2/${kind}s/${id}`,
});

/** Returns the schemas for /Schemas. */
export const schemaDocuments = (origin: string): Record<string, unknown>[] =>
  schemas.map(({ attributes, ...schema }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    attributes: attributes.map(attribute),
    meta: address(origin, 'Schema', schema.id),
  }));

/** Returns the resource types for /ResourceTypes. */
export const typeDocuments = (origin: string): Record<string, unknown>[] =>
  schemas.map(({ id, name, description }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema: id,
    meta: address(origin, 'ResourceType', name),
  }));

/** Returns the supported features for /ServiceProviderConfig. */
export const configDocument = (origin: string): Record<string, unknown> => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimPageMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Provisioning key',
      description: 'A key that the school’s admins make, as a bearer token.',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${origin}/scim/v2/ServiceProviderConfig`,
  },
});
