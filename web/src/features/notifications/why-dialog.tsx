import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { Platform } from '#contract/notifications/keys.ts';
import type { Explanation, Notification } from '#contract/notifications/endpoints.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { preferencesQuery, whyQuery } from './notifications.data.ts';
import { choose } from './choosing.ts';
import { keyLabel, platformIcons } from './platform-words.ts';
import { sentenceOf } from './sentence.ts';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import english from './messages/en.json';

addEnglish(english);

/** Explains a notification: the rule, its delivery per platform, and the switch. */
export function WhyDialog({ item, onClose }: { item: Notification | null; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  // Keep the content while the dialog closes.
  const [shown, setShown] = useState(item);
  if (item !== null && item !== shown) setShown(item);
  return (
    <Dialog
      title={t('notifications.why')}
      isOpen={item !== null}
      onClose={onClose}
      footer={
        <Link
          to={paths.settingsNotifications}
          onClick={onClose}
          className={buttonClass({ variant: 'outline' })}
        >
          {t('why.open')}
        </Link>
      }
    >
      {shown !== null && <Answer item={shown} />}
    </Dialog>
  );
}

function Answer({ item }: { item: Notification }) {
  const why = useQuery(whyQuery(item.id));
  return (
    <QueryBoundary isSmall query={why} skeleton={['h-12', 'h-20', 'h-20', 'h-20']}>
      {(data) => <DeliveryReasons data={data} refresh={why.refetch} />}
    </QueryBoundary>
  );
}

function DeliveryReasons({ data, refresh }: { data: Explanation; refresh: () => unknown }) {
  const messages = useMessages();
  const { t, ago } = messages;
  const change = useAction(
    ({ platform, isOn }: { platform: Platform; isOn: boolean }) =>
      choose(data.item.key, platform, isOn, data.groupId),
    { updates: preferencesQuery().queryKey, success: t('prefs.saved'), onSuccess: refresh },
  );
  const category = t(`category.${data.item.category}`);
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="font-bold">{sentenceOf(data.item, messages)}</p>
        <p className="text-ink-2">
          {t('why.body', { key: t(keyLabel(data.item.key)), category })}
          {data.firstAt !== data.item.at && <> {t('why.first', { when: ago(data.firstAt) })}</>}
        </p>
      </div>
      <ul aria-label={t('why.platforms')} className="grid gap-3">
        {data.platforms.map((one) => {
          const Icon = platformIcons[one.platform];
          const isOn =
            change.pendingInput?.platform === one.platform
              ? change.pendingInput.isOn
              : one.now.value === 'yes';
          return (
            <li key={one.platform} className="grid gap-1 rounded-card border border-line px-4 py-3">
              <p className="flex items-center gap-2.5 font-bold">
                <Icon size={18} strokeWidth={1.9} aria-hidden className="shrink-0 text-ink-3" />
                {t(`platform.${one.platform}`)}
              </p>
              <p className="text-sm text-ink-2">
                {deliveryText(one, messages)}.
                {isReported(one) && <> {t(`why.rule_${one.rule}`, { category })}</>}
              </p>
              {one.can.change ? (
                <Switch
                  label={t('why.switch')}
                  {...(one.now.rule === 'global' && {
                    description: t('why.rule_global', { category }),
                  })}
                  isOn={isOn}
                  isDisabled={one.now.rule === 'global'}
                  onChange={(next) => change.run({ platform: one.platform, isOn: next })}
                />
              ) : (
                <p className="flex min-h-11 items-center gap-2 text-sm text-ink-2">
                  <Lock size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
                  {t('why.rule_locked')}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Returns whether to show the rule: not if something else was decisive, or if the lock below explains it. */
const isReported = ({ state, reason, rule, can }: Explanation['platforms'][number]): boolean =>
  state !== 'failed' &&
  reason !== 'no_device' &&
  reason !== 'no_address' &&
  (rule !== 'locked' || can.change);

/** Returns the delivery status on a platform as text. */
function deliveryText(
  { platform, state, reason, at, dueAt, digest }: Explanation['platforms'][number],
  { t, ago, date }: Messages,
): string {
  const when = dueAt === null ? '' : date(dueAt, 'moment');
  switch (state) {
    case 'failed':
      return t('why.failed');
    case 'waiting':
      return t(
        reason === 'quiet' || reason === 'digest' || reason === 'retry'
          ? `why.waits_${reason}`
          : 'why.waits',
        { when },
      );
    case 'skipped':
      return t(
        reason === 'no_device' ||
          reason === 'no_address' ||
          reason === 'read' ||
          reason === 'deleted'
          ? `why.skipped_${reason}`
          : 'why.skipped_off',
      );
    case 'sent':
      if (platform === 'in_app') return t('why.listed', { when: ago(at) });
      return digest === null
        ? t('why.sent', { when: ago(at) })
        : t('why.withMail', { when: ago(at), count: digest.items });
  }
}
