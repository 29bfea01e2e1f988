import type { Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { isRecordAt } from './delivery-log.queries.ts';
import { newsFor, nobody, notifyNews } from './notify.ts';

const foldOf = (kind: string, item: number): string => `record:${kind}:${item}`;

/**
 * Notifies people about records that staff awarded, took back or revoked. The reason is in their record. Awarding and revoking the same
 * badge replace each other.
 */
export const onRecordNotice = (
  scope: Scope,
  { id, payload: { kind, item, title, people } }: OutboxEvent<'record_noticed'>,
): Promise<void> =>
  notifyNews(scope, newsFor(people, nobody, id), {
    replaces:
      kind === 'badge_awarded'
        ? [foldOf('badge_revoked', item)]
        : kind === 'badge_revoked'
          ? [foldOf('badge_awarded', item)]
          : [],
    condition: isRecordAt(kind, item),
    key: 'general.approvals',
    kind,
    fold: foldOf(kind, item),
    about: { title, path: kind === 'experience_revoked' ? `/cct/entries/${item}` : '/cct' },
  });
