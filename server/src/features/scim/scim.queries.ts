import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  provisioning: sql`(select jsonb_agg(jsonb_build_object('externalId', s.external_id, 'removedAt', s.deleted_at)) from scim_users s where s.user_id = ${me})`,
  groups: sql`(select jsonb_agg(jsonb_build_object('name', g.display_name) order by g.display_name)
        from scim_group_members m join scim_groups g on g.school_id = m.school_id and g.id = m.group_id where m.user_id = ${me})`,
});
