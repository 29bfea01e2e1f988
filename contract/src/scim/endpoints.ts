import { z } from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';

/*
 * SCIM 2.0 (RFC 7643: shapes, RFC 7644: calls) under /scim/v2, for a school's identity provider. Attribute names, operators
 * and schema names are read without regard to capitals. Errors are SCIM errors; our own code stands in X-Error-Code.
 */

/** People or groups that one answer lists at most; `count` asks for fewer. */
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

/** Only what is asked for (`attributes`, `excludedAttributes`) is there; id and schemas always are. */
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
export type ScimUser = z.output<typeof userResource>;

const groupResource = z.object({
  schemas: z.array(z.string()),
  id,
  externalId: z.string().optional(),
  displayName: z.string().optional(),
  members: z.array(member).optional(),
  meta: meta.optional(),
});
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
  .regex(/^-?\d{1,9}$/, 'must be a whole number')
  .transform(Number);
const listQuery = z.object({
  ...selection,
  filter: z.string().max(4_000).optional(),
  startIndex: number.optional().describe('From 1; less is taken as 1'),
  count: number
    .optional()
    .describe(`At most ${scimPageMax}; more is taken as that, less than 0 as 0`),
  sortBy: z.string().max(200).optional().describe('Not supported, and passed over'),
  sortOrder: z.string().max(20).optional(),
});
const one = z.strictObject({ id: z.string().max(200) });
/** A resource as a client sends it: names in any capitals, more than is stored. */
// Under a name of its own, so that nothing in it is taken for the id in the path.
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
  summary: 'People under a filter, a window at a time, in the order of their ids.',
  path: users,
  query: listQuery,
  reply: listOf(userResource),
  errors: ['invalid_filter'],
});
export const createScimUser = endpoint({
  ...key,
  name: 'scim.create-user',
  summary:
    'Add a person. Whoever has the same external id and was removed comes back; anybody else with that name or address is a conflict.',
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
  summary: 'One person. If-None-Match: 304 where nothing has changed.',
  path: `${users}/{id}`,
  params: one,
  query: z.object(selection),
  reply: userResource,
  errors: ['not_found'],
});
export const replaceScimUser = endpoint({
  ...key,
  name: 'scim.replace-user',
  summary:
    'Write what is sent of a person; what is not sent stays. If-Match: 412 where somebody was faster.',
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
  summary: 'Add, replace and remove attributes of a person, all or nothing.',
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
  summary:
    'End a person’s account; what they have done here stays. The same external id brings them back.',
  method: 'DELETE',
  path: `${users}/{id}`,
  params: one,
  reply: z.null(),
  errors: ['not_found', 'version_mismatch', 'last_admin'],
});

export const listScimGroups = endpoint({
  ...read,
  name: 'scim.list-groups',
  summary: 'Groups under a filter, a window at a time, in the order of their ids.',
  path: groups,
  query: listQuery,
  reply: listOf(groupResource),
  errors: ['invalid_filter'],
});
export const createScimGroup = endpoint({
  ...key,
  name: 'scim.create-group',
  summary: 'Add a group.',
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
  summary: 'One group with its members.',
  path: `${groups}/{id}`,
  params: one,
  query: z.object(selection),
  reply: groupResource,
  errors: ['not_found'],
});
export const replaceScimGroup = endpoint({
  ...key,
  name: 'scim.replace-group',
  summary: 'Write what is sent of a group; where members are sent, they are all it has.',
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
  summary:
    'Rename a group, add and remove members, all or nothing. The answer leaves members out unless it is asked for them.',
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
  summary: 'Remove a group; its people stay.',
  method: 'DELETE',
  path: `${groups}/{id}`,
  params: one,
  reply: z.null(),
  errors: ['not_found', 'version_mismatch'],
});

export const readScimConfig = endpoint({
  ...read,
  name: 'scim.config',
  summary: 'What this provider supports.',
  path: '/scim/v2/ServiceProviderConfig',
  reply: anything,
});
export const listScimTypes = endpoint({
  ...read,
  name: 'scim.resource-types',
  summary: 'Kinds of resources.',
  path: '/scim/v2/ResourceTypes',
  reply: listOf(anything),
});
export const readScimType = endpoint({
  ...read,
  name: 'scim.resource-type',
  summary: 'One kind of resource.',
  path: '/scim/v2/ResourceTypes/{id}',
  params: one,
  reply: anything,
  errors: ['not_found'],
});
export const listScimSchemas = endpoint({
  ...read,
  name: 'scim.schemas',
  summary: 'Attributes that are stored.',
  path: '/scim/v2/Schemas',
  reply: listOf(anything),
});
export const readScimSchema = endpoint({
  ...read,
  name: 'scim.schema',
  summary: 'Attributes of one kind of resource.',
  path: '/scim/v2/Schemas/{id}',
  params: one,
  reply: anything,
  errors: ['not_found'],
});

/** Whether a call speaks SCIM, with its media type and its errors. */
export const isScim = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/scim/v2/');
