import { z } from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * SCIM 2.0 (RFC 7643: schemas, RFC 7644: protocol) under /scim/v2, for a school's identity provider. Attribute names, operators
 * and schema names are case-insensitive. Errors are SCIM errors; X-Error-Code has the product's own code.
 */

/** Maximum resources per page. Clients can request fewer with `count`. */
export const scimPageMax = 200;

const id = z.string();
const meta = z.object({
  resourceType: z.string(),
  created: z.string().optional(),
  lastModified: z.string().optional(),
  location: z.string(),
  version: z.string().optional(),
});
const typed = z.object({
  value: z.string().optional(),
  type: z.string().optional(),
  primary: z.boolean().optional(),
});
const member = z.object({
  value: z.string().optional(),
  $ref: z.string().optional(),
  display: z.string().optional(),
  type: z.string().optional(),
});

/** Resources contain only the requested attributes (`attributes`, `excludedAttributes`), and always id and schemas. */
const userResource = z.object({
  schemas: z.array(z.string()),
  id,
  externalId: z.string().optional(),
  userName: z.string().optional(),
  name: z
    .object({
      formatted: z.string().optional(),
      givenName: z.string().optional(),
      familyName: z.string().optional(),
    })
    .optional(),
  displayName: z.string().optional(),
  title: z.string().optional(),
  userType: z.string().optional(),
  preferredLanguage: z.string().optional(),
  active: z.boolean().optional(),
  emails: z.array(typed).optional(),
  phoneNumbers: z.array(typed).optional(),
  groups: z.array(member).optional(),
  meta: meta.optional(),
});
schemaNames.add(userResource, { id: 'ScimUser' });
export type ScimUser = z.output<typeof userResource>;

const groupResource = z.object({
  schemas: z.array(z.string()),
  id,
  externalId: z.string().optional(),
  displayName: z.string().optional(),
  members: z.array(member).optional(),
  meta: meta.optional(),
});
schemaNames.add(groupResource, { id: 'ScimGroup' });
export type ScimGroup = z.output<typeof groupResource>;

const listOf = <T extends z.ZodType>(resource: T) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.number().int(),
    startIndex: z.number().int(),
    itemsPerPage: z.number().int(),
    Resources: z.array(resource),
  });

const selection = {
  attributes: z.string().max(2_000).optional(),
  excludedAttributes: z.string().max(2_000).optional(),
};
const number = z
  .string()
  .regex(/^-?\d{1,9}$/, 'Use a whole number.')
  .transform(Number);
const listQuery = z.object({
  ...selection,
  filter: z.string().max(4_000).optional(),
  startIndex: number
    .optional()
    .describe('Index of the first result, starting at 1. Lower values count as 1.'),
  count: number
    .optional()
    .describe(
      `Page size, at most ${scimPageMax}. Higher values are reduced to it; negative values count as 0.`,
    ),
  sortBy: z.string().max(200).optional().describe('Ignored: sorting is not supported.'),
  sortOrder: z.string().max(20).optional(),
});
const one = z.strictObject({ id: z.string().max(200) });
/** A resource as sent by a client: attribute names in any case, and more attributes than are stored. */
// The resource has its own key so that none of its attributes is mistaken for the id in the path.
const sent = z.record(z.string(), z.unknown()).transform((resource) => ({ resource }));
const anything = z.record(z.string(), z.unknown());

const users = '/scim/v2/Users';
const groups = '/scim/v2/Groups';
const key = { access: 'key', credential: 'key', scope: 'provisioning' } as const;
const read = { ...key, method: 'GET' } as const;
const writeErrors = [
  'invalid_value',
  'not_unique',
  'version_mismatch',
  'last_admin',
] as const satisfies readonly ErrorCode[];
const patchErrors = [
  ...writeErrors,
  'not_found',
  'invalid_path',
  'no_target',
  'read_only_attribute',
  'invalid_syntax',
  'invalid_filter',
] as const satisfies readonly ErrorCode[];

export const listScimUsers = endpoint({
  ...read,
  name: 'scim.list-users',
  summary: 'List users',
  description: 'Supports a filter and paging. Sorted by ID.',
  path: users,
  query: listQuery,
  reply: listOf(userResource),
  errors: ['invalid_filter'],
});
export const createScimUser = endpoint({
  ...key,
  name: 'scim.create-user',
  summary: 'Create a user',
  description:
    'Restores a deleted user with the same external ID. Returns 409 if another user has the same name or address.',
  method: 'POST',
  path: users,
  query: z.object(selection),
  body: sent,
  reply: userResource,
  errors: writeErrors,
});
export const readScimUser = endpoint({
  ...read,
  name: 'scim.read-user',
  summary: 'Get a user',
  description: 'Returns 304 if `If-None-Match` matches.',
  path: `${users}/{id}`,
  params: one,
  query: z.object(selection),
  reply: userResource,
  errors: ['not_found'],
});
export const replaceScimUser = endpoint({
  ...key,
  name: 'scim.replace-user',
  summary: 'Replace a user',
  description:
    'Updates the attributes sent; others are kept. Returns 412 if `If-Match` doesn’t match.',
  method: 'PUT',
  path: `${users}/{id}`,
  params: one,
  query: z.object(selection),
  body: sent,
  reply: userResource,
  errors: [...writeErrors, 'not_found'],
});
export const patchScimUser = endpoint({
  ...key,
  name: 'scim.patch-user',
  summary: 'Patch a user',
  description: 'Adds, replaces and removes attributes. All changes apply, or none.',
  method: 'PATCH',
  path: `${users}/{id}`,
  params: one,
  query: z.object(selection),
  body: sent,
  reply: userResource,
  errors: patchErrors,
});
export const deleteScimUser = endpoint({
  ...key,
  name: 'scim.delete-user',
  summary: 'Delete a user',
  description:
    'Ends the person’s account; their content stays. Creating a user with the same external ID restores it.',
  method: 'DELETE',
  path: `${users}/{id}`,
  params: one,
  reply: z.null(),
  errors: ['not_found', 'version_mismatch', 'last_admin'],
});

export const listScimGroups = endpoint({
  ...read,
  name: 'scim.list-groups',
  summary: 'List groups',
  description: 'Supports a filter and paging. Sorted by ID.',
  path: groups,
  query: listQuery,
  reply: listOf(groupResource),
  errors: ['invalid_filter'],
});
export const createScimGroup = endpoint({
  ...key,
  name: 'scim.create-group',
  summary: 'Create a group',
  method: 'POST',
  path: groups,
  query: z.object(selection),
  body: sent,
  reply: groupResource,
  errors: writeErrors,
});
export const readScimGroup = endpoint({
  ...read,
  name: 'scim.read-group',
  summary: 'Get a group with its members',
  path: `${groups}/{id}`,
  params: one,
  query: z.object(selection),
  reply: groupResource,
  errors: ['not_found'],
});
export const replaceScimGroup = endpoint({
  ...key,
  name: 'scim.replace-group',
  summary: 'Replace a group',
  description: 'Updates the attributes sent. If members are sent, they replace all members.',
  method: 'PUT',
  path: `${groups}/{id}`,
  params: one,
  query: z.object(selection),
  body: sent,
  reply: groupResource,
  errors: [...writeErrors, 'not_found'],
});
export const patchScimGroup = endpoint({
  ...key,
  name: 'scim.patch-group',
  summary: 'Patch a group',
  description:
    'Renames the group, adds and removes members. All changes apply, or none. The response leaves out members unless requested.',
  method: 'PATCH',
  path: `${groups}/{id}`,
  params: one,
  query: z.object(selection),
  body: sent,
  reply: groupResource,
  errors: patchErrors,
});
export const deleteScimGroup = endpoint({
  ...key,
  name: 'scim.delete-group',
  summary: 'Delete a group',
  description: 'Its members stay.',
  method: 'DELETE',
  path: `${groups}/{id}`,
  params: one,
  reply: z.null(),
  errors: ['not_found', 'version_mismatch'],
});

export const readScimConfig = endpoint({
  ...read,
  name: 'scim.config',
  summary: 'Get the provider’s capabilities',
  path: '/scim/v2/ServiceProviderConfig',
  reply: anything,
});
export const listScimTypes = endpoint({
  ...read,
  name: 'scim.resource-types',
  summary: 'List resource types',
  path: '/scim/v2/ResourceTypes',
  reply: listOf(anything),
});
export const readScimType = endpoint({
  ...read,
  name: 'scim.resource-type',
  summary: 'Get a resource type',
  path: '/scim/v2/ResourceTypes/{id}',
  params: one,
  reply: anything,
  errors: ['not_found'],
});
export const listScimSchemas = endpoint({
  ...read,
  name: 'scim.schemas',
  summary: 'List schemas',
  description: 'Returns the attributes that are stored.',
  path: '/scim/v2/Schemas',
  reply: listOf(anything),
});
export const readScimSchema = endpoint({
  ...read,
  name: 'scim.schema',
  summary: 'Get a schema',
  description: 'Returns the attributes of one resource type.',
  path: '/scim/v2/Schemas/{id}',
  params: one,
  reply: anything,
  errors: ['not_found'],
});

/** True for SCIM calls, which have their own media type and error format. */
export const isScim = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/scim/v2/');
