import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { seenName } from '../chat/chat.queries.ts';
import { isNamed } from '../people/privacy/privacy.queries.ts';

type Section = Record<string, unknown>[];

/** Stands for somebody whom the person does not see now, so that a kept entry tells no name they should not read. */
const unseen = 'A person you do not see now';

/**
 * Everything kept about one person, section by section; other people by name only, as far as one sees them now. One statement.
 * A table that comes to hold something of a person is added here: account.test.ts compares with the catalogue.
 */
export const selectOwnData = async (db: Db, me: number): Promise<Record<string, Section>> => {
  const name = sql`case when ${isNamed(me, sql`o`)} then concat_ws(' ', nullif(o.first_name, ''), nullif(o.last_name, '')) else ${unseen}::text end`;
  const { rows } = await sql<{ sections: Record<string, Section> }>`
    select jsonb_build_object(
      'profile', (select jsonb_agg(to_jsonb(u) - array['school_id', 'sort_name', 'email_key', 'username_key', 'listed_year']) from users u where u.id = ${me}),
      'connections', (select jsonb_agg(jsonb_build_object('with', ${name}, 'requestedByMe', c.requested_by = ${me}, 'isAccepted', c.is_accepted,
          'requestedAt', c.requested_at, 'acceptedAt', c.accepted_at) order by c.requested_at)
        from (select * from connections where low_id = ${me} union all select * from connections where high_id = ${me}) as c
        join users o on o.school_id = c.school_id and o.id = case when c.low_id = ${me} then c.high_id else c.low_id end),
      'pictures', (select jsonb_agg(jsonb_build_object('kind', p.kind, 'file', p.name, 'whole', p.original, 'givenAt', p.created_at,
          'removedAt', p.removed_at) order by p.kind) from pictures p where p.user_id = ${me}),
      'sessions', (select jsonb_agg(jsonb_build_object('device', s.user_agent, 'createdAt', s.created_at, 'lastSeenAt', s.last_seen_at,
          'expiresAt', s.expires_at, 'method', s.method) order by s.created_at) from sessions s where s.user_id = ${me}),
      'passwords', (select jsonb_agg(jsonb_build_object('changedAt', k.changed_at)) from credentials k where k.user_id = ${me}),
      'passwordResets', (select jsonb_agg(jsonb_build_object('expiresAt', r.expires_at, 'usedAt', r.used_at)) from password_resets r where r.user_id = ${me}),
      'signOns', (select jsonb_agg(jsonb_build_object('provider', p.name, 'subject', l.subject, 'since', l.created_at, 'lastUsedAt', l.used_at))
        from sso_links l join sso_providers p on p.school_id = l.school_id and p.id = l.provider_id where l.user_id = ${me}),
      'passwordFallback', (select jsonb_agg(jsonb_build_object('mayUsePassword', true)) from sso_fallbacks f where f.user_id = ${me}),
      'blocked', (select jsonb_agg(jsonb_build_object('person', ${name}, 'since', b.created_at))
        from blocks b join users o on o.school_id = b.school_id and o.id = b.blocked_id where b.blocker_id = ${me}),
      'reportsMade', (select jsonb_agg(jsonb_build_object('about', ${name}, 'reason', r.reason, 'note', r.note, 'state', r.state, 'at', r.created_at))
        from reports r join users o on o.school_id = r.school_id and o.id = r.person_id where r.reporter_id = ${me}),
      'provisioning', (select jsonb_agg(jsonb_build_object('externalId', s.external_id, 'removedAt', s.deleted_at)) from scim_users s where s.user_id = ${me}),
      'groups', (select jsonb_agg(jsonb_build_object('name', g.display_name) order by g.display_name)
        from scim_group_members m join scim_groups g on g.school_id = m.school_id and g.id = m.group_id where m.user_id = ${me}),
      'keysMade', (select jsonb_agg(jsonb_build_object('name', k.name, 'madeAt', k.made_at, 'endedAt', k.ended_at) order by k.made_at)
        from api_keys k where k.made_by = ${me} and k.person_id is null),
      'embedCodes', (select jsonb_agg(jsonb_build_object('origin', c.origin, 'expiresAt', c.expires_at) order by c.expires_at)
        from embed_codes c where c.user_id = ${me}),
      'ownKeys', (select jsonb_agg(jsonb_build_object('name', k.name, 'scopes', k.scopes, 'madeAt', k.made_at, 'expiresAt', k.expires_at,
          'lastUsedAt', k.last_used_at, 'endedAt', k.ended_at) order by k.made_at) from api_keys k where k.person_id = ${me}),
      'webhooksMade', (select jsonb_agg(jsonb_build_object('address', w.url, 'madeAt', w.made_at) order by w.made_at) from webhooks w where w.made_by = ${me}),
      'importsMade', (select jsonb_agg(jsonb_build_object('source', i.source, 'at', i.at, 'undoneAt', i.undone_at) order by i.at)
        from imports i where i.by_id = ${me}),
      'importRuns', (select jsonb_agg(jsonb_build_object('source', r.source, 'state', r.state, 'beganAt', r.began_at) order by r.began_at)
        from import_runs r where r.by_id = ${me}),
      'roster', (select jsonb_agg(jsonb_strip_nulls(to_jsonb(r)) - array['school_id', 'user_id', 'is_erased']) from roster_users r where r.user_id = ${me}),
      'rosterDemographics', (select jsonb_agg(jsonb_strip_nulls(to_jsonb(d)) - array['school_id', 'sourced_id'])
        from roster_users r join roster_demographics d on d.school_id = r.school_id and d.sourced_id = r.sourced_id where r.user_id = ${me}),
      'rosterRoles', (select jsonb_agg(jsonb_strip_nulls(to_jsonb(x)) - array['school_id', 'sourced_id', 'user_sourced_id'] order by x.sourced_id)
        from roster_users r join roster_roles x on x.school_id = r.school_id and x.user_sourced_id = r.sourced_id where r.user_id = ${me}),
      'rosterClasses', (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('class', c.title, 'role', e.role, 'from', e.begin_date, 'to', e.end_date)) order by e.sourced_id)
        from roster_users r join roster_enrollments e on e.school_id = r.school_id and e.user_sourced_id = r.sourced_id
        left join roster_classes c on c.school_id = e.school_id and c.sourced_id = e.class_sourced_id where r.user_id = ${me}),
      'savedSearches', (select jsonb_agg(jsonb_build_object('name', s.name, 'search', s.params, 'createdAt', s.created_at, 'changedAt', s.changed_at)
          order by s.place, s.created_at, s.id) from saved_searches s where s.user_id = ${me}),
      'newsletters', (select jsonb_agg(jsonb_build_object('title', n.title, 'sentAt', c.sent_at, 'readAt', c.read_at, 'mailedAt', c.mailed_at) order by c.sent_at)
        from newsletter_copies c join newsletters n on n.school_id = c.school_id and n.id = c.newsletter_id where c.user_id = ${me}),
      'notifications', (select jsonb_agg(jsonb_build_object('key', n.key, 'kind', n.kind, 'at', n.created_at, 'readAt', n.read_at, 'deletedAt', n.deleted_at,
          'deliveries', (select jsonb_agg(jsonb_build_object('platform', d.platform, 'rule', d.rule, 'state', d.state, 'reason', d.reason, 'at', d.at))
            from notification_deliveries d where d.notification_id = n.id)) order by n.created_at) from notifications n where n.user_id = ${me}),
      'notificationEvents', (select jsonb_agg(jsonb_build_object('at', s.at) order by s.at) from notification_sources s where s.user_id = ${me}),
      'notificationList', (select jsonb_agg(jsonb_build_object('total', m.total, 'unread', m.unread, 'address', m.origin))
        from notification_marks m where m.user_id = ${me}),
      'notificationMails', (select jsonb_agg(jsonb_build_object('frequency', g.frequency, 'items', g.items, 'state', g.state, 'sentAt', g.sent_at)
          order by g.made_at) from notification_digests g where g.user_id = ${me}),
      'notificationChoices', (select jsonb_agg(jsonb_build_object('key', c.key, 'platform', c.platform, 'isOn', c.is_on) order by c.key, c.platform)
        from notification_choices c where c.user_id = ${me}),
      'notificationSettings', (select jsonb_agg(jsonb_build_object('zone', s.zone, 'quietFrom', s.quiet_from, 'quietUntil', s.quiet_until,
          'mails', s.mail_frequency, 'hidesText', s.hides_text)) from notification_settings s where s.user_id = ${me}),
      'pushDevices', (select jsonb_agg(jsonb_build_object('name', d.name, 'endpoint', d.endpoint, 'addedAt', d.added_at, 'lastSentAt', d.last_sent_at)
          order by d.added_at) from notification_devices d where d.user_id = ${me}),
      'newslettersWritten', (select jsonb_agg(jsonb_build_object('title', n.title, 'createdAt', n.created_at, 'sentAt', n.sent_at) order by n.created_at)
        from newsletters n where n.by_id = ${me}),
      'newsletterPictures', (select jsonb_agg(jsonb_build_object('file', p.name, 'putAt', p.put_at)) from newsletter_pictures p where p.by_id = ${me}),
      'newslettersNotByMail', (select jsonb_agg(jsonb_build_object('since', r.at)) from newsletter_refusals r where r.user_id = ${me}),
      'publicProfile', (select jsonb_agg(jsonb_build_object('isPublic', p.is_public, 'fields', p.fields, 'changedAt', p.changed_at))
        from public_profiles p where p.user_id = ${me}),
      'shareLinks', (select jsonb_agg(jsonb_build_object('madeAt', l.created_at, 'endsAt', l.expires_at, 'withdrawnAt', l.withdrawn_at, 'opened', l.opened)
          order by l.created_at) from share_links l where l.user_id = ${me}),
      'roles', (select jsonb_agg(jsonb_build_object('name', r.name, 'since', g.granted_at) order by r.name)
        from role_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id where g.user_id = ${me}),
      'hubs', (select jsonb_agg(jsonb_build_object('name', h.name, 'isChosen', h."isChosen", 'addedAt', h.added_at) order by h.name) from (
          select h.name, c.user_id is not null as "isChosen", m.added_at
          from hubs h left join hub_members m on m.school_id = h.school_id and m.hub_id = h.id and m.user_id = ${me}
            left join hub_choices c on c.school_id = h.school_id and c.hub_id = h.id and c.user_id = ${me}
          where m.user_id is not null or c.user_id is not null) as h),
      'conversations', (select jsonb_agg(jsonb_build_object('kind', c.kind, 'name', ${seenName}, 'with', case when c.kind = 'direct' then ${name} end,
          'role', p.role, 'joinedAt', p.joined_at, 'hasLeft', p.left_seq is not null, 'readUpTo', p.read_seq, 'mutedUntil', p.muted_until,
          'isPinned', p.is_pinned, 'isArchived', p.is_archived, 'draft', p.draft) order by p.joined_at)
        from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
        left join users o on o.school_id = c.school_id and o.id = case when c.pair_low = ${me} then c.pair_high else c.pair_low end
        where p.user_id = ${me} and p.is_shown),
      'messagesWritten', (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('sentAt', m.sent_at, 'text', m.text, 'editedAt', m.edited_at, 'deleted', m.deleted,
          'files', (select jsonb_agg(f.name order by l.place) from message_files l join chat_files f on f.school_id = l.school_id and f.id = l.file_id
            where l.conversation_id = m.conversation_id and l.seq = m.seq))) order by m.sent_at, m.seq)
        from messages m where m.author_id = ${me} and m.event is null),
      'messagesBefore', (select jsonb_agg(jsonb_build_object('text', x.text, 'until', x.until) order by x.until)
        from message_versions x join messages m on m.school_id = x.school_id and m.conversation_id = x.conversation_id and m.seq = x.seq
        where m.author_id = ${me}),
      'chatReactions', (select jsonb_agg(jsonb_build_object('emoji', x.emoji, 'at', x.at) order by x.at) from reactions x where x.user_id = ${me}),
      'chatFiles', (select jsonb_agg(jsonb_build_object('name', f.name, 'size', f.size, 'type', f.type, 'sentAt', f.began_at) order by f.began_at)
        from chat_files f where f.owner_id = ${me}),
      'chatSwitches', (select jsonb_agg(jsonb_build_object('showsPresence', x.shows_presence, 'showsReceipts', x.shows_receipts))
        from chat_switches x where x.user_id = ${me}),
      'dismissedSuggestions', (select jsonb_agg(jsonb_build_object('person', ${name}, 'at', d.created_at))
        from suggestion_dismissals d join users o on o.school_id = d.school_id and o.id = d.dismissed_id where d.user_id = ${me})
    ) as sections`.execute(db);
  const found = rows[0]?.sections ?? {};
  return Object.fromEntries(
    Object.entries(found).map(([section, entries]) => [section, entries ?? []]),
  );
};
