import type { ScimUser } from '#contract/scim/endpoints.ts';
import { documentOf } from './users.rules.ts';
import type { ScimUserRow } from './users.queries.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Returns a person in the format of SCIM. `origin` is the school's address. */
export const scimUserView = (row: ScimUserRow, origin: string): ScimUser => {
  const whole = `${row.first_name} ${row.last_name}`.trim();
  const location = `${origin}/scim/v2/Users/${row.id}`;
  // documentOf returns the attributes with their names in the contract.
  const { emails, phoneNumbers, ...stored } = documentOf(row) as Omit<ScimUser, 'schemas' | 'id'>;
  return {
    schemas: [userSchema],
    id: String(row.id),
    ...stored,
    name: { ...stored.name, formatted: whole },
    displayName: whole,
    ...(emails !== undefined && emails.length > 0 && { emails }),
    ...(phoneNumbers !== undefined && phoneNumbers.length > 0 && { phoneNumbers }),
    ...(row.groups !== null && {
      groups: row.groups.map(({ id, name }) => ({
        value: String(id),
        $ref: `${origin}/scim/v2/Groups/${id}`,
        display: name,
        type: 'direct',
      })),
    }),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location,
      version: `W/"${row.version}"`,
    },
  };
};
