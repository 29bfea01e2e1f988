import type { ScimGroup } from '#contract/scim/endpoints.ts';
import type { ScimGroupRow } from './groups.queries.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Returns a group in the format of SCIM. */
export const scimGroupView = (row: ScimGroupRow, origin: string): ScimGroup => ({
  schemas: [groupSchema],
  id: String(row.id),
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.display_name,
  ...(row.members !== null && {
    members: row.members.map(({ id, name }) => ({
      value: String(id),
      $ref: `${origin}/scim/v2/Users/${id}`,
      display: name,
      type: 'User',
    })),
  }),
  meta: {
    resourceType: 'Group',
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    location: `${origin}/scim/v2/Groups/${row.id}`,
    version: `W/"${row.version}"`,
  },
});
