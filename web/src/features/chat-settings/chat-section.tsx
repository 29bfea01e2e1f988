import { useQuery } from '@tanstack/react-query';
import type { ChatPolicy } from '#contract/chat/settings.endpoints.ts';
import { readChatPolicy, setChatPolicy } from '#contract/chat/calls.ts';
import { updateMessaging } from '#contract/schools/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { school, useSchool } from '../../lib/school.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import english from './messages/en.json';

addEnglish(english);

const policyQuery = callQuery(readChatPolicy, {});

/**
 * The school's chat settings: message permissions, the Message button and retention. Each change saves immediately. The
 * Message button belongs to the school's settings.
 */
export function ChatSection() {
  const policy = useQuery(policyQuery);
  if (!useHasPermission('chat.manage')) return <ButtonCard />;
  return (
    <QueryBoundary query={policy} skeleton={['h-56', 'h-36', 'h-44']}>
      {(data) => (
        <div className="grid gap-4">
          <PolicyCards policy={data} />
        </div>
      )}
    </QueryBoundary>
  );
}

/** The offered numbers of days. A different current value is offered too. */
const offered = [30, 90, 180, 365, 730, 1_825];

function PolicyCards({ policy }: { policy: ChatPolicy }) {
  const { t } = useMessages();
  const canManageSchool = useHasPermission('school.manage');
  /** A shorter retention asks for confirmation, because deleted messages can't be restored. */
  const isLess = ({ keepDays }: ChatPolicy) =>
    keepDays !== null && (policy.keepDays === null || keepDays < policy.keepDays);
  const save = useAction((next: ChatPolicy) => call(setChatPolicy, next), {
    confirm: (next) =>
      isLess(next)
        ? {
            title: t('chatSettings.sureTitle'),
            body: t('chatSettings.sure', { count: next.keepDays ?? 0 }),
            confirmLabel: t('chatSettings.sureYes'),
            isDanger: true,
          }
        : null,
    updates: policyQuery.queryKey,
    success: t('chatSettings.saved'),
    undo: (next, before) => (isLess(next) ? undefined : before),
  });
  const shown = save.pendingInput ?? policy;
  const change = (part: Partial<ChatPolicy>) => save.run({ ...shown, ...part });
  const days = [
    ...new Set([...offered, ...(shown.keepDays === null ? [] : [shown.keepDays])]),
  ].toSorted((a, b) => a - b);
  return (
    <>
      <Card title={t('chatSettings.who')} description={t('chatSettings.whoBody')}>
        <div className="grid gap-5">
          <Select<ChatPolicy['who']>
            label={t('chatSettings.between')}
            value={shown.who}
            onChange={(who) => change({ who })}
            options={(['connections', 'groups', 'anyone'] as const).map((value) => ({
              value,
              label: t(`chatSettings.who_${value}`),
            }))}
          />
          {shown.who !== 'anyone' && (
            <Switch
              label={t('chatSettings.requests')}
              description={t('chatSettings.requestsBody')}
              isOn={shown.requests}
              onChange={(requests) => change({ requests })}
            />
          )}
        </div>
      </Card>
      <Card title={t('chatSettings.courses')} description={t('chatSettings.coursesBody')}>
        <Switch
          label={t('chatSettings.coursesOn')}
          description={t('chatSettings.coursesOnBody')}
          isOn={shown.courseChats}
          onChange={(courseChats) => change({ courseChats })}
        />
      </Card>
      {canManageSchool && <ButtonCard />}
      <Card title={t('chatSettings.keep')} description={t('chatSettings.keepBody')}>
        <Select
          label={t('chatSettings.keepFor')}
          value={String(shown.keepDays ?? '')}
          onChange={(value) => change({ keepDays: value === '' ? null : Number(value) })}
          options={[
            { value: '', label: t('chatSettings.keepAlways') },
            ...days.map((count) => ({
              value: String(count),
              label: t('chatSettings.days', { count }),
            })),
          ]}
        />
      </Card>
    </>
  );
}

/** The target of the Message button outside host pages. */
function ButtonCard() {
  const { t } = useMessages();
  const { messageStandalone } = useSchool().config;
  const save = useAction((next: boolean) => call(updateMessaging, { messageStandalone: next }), {
    success: t('chatSettings.saved'),
    onSuccess(stored) {
      const now = school.get();
      if (now) school.set({ ...now, config: { ...now.config, ...stored } });
    },
  });
  return (
    <Card title={t('chatSettings.button')} description={t('chatSettings.buttonBody')}>
      <Switch
        label={t('chatSettings.standalone')}
        description={t('chatSettings.standaloneBody')}
        isOn={save.pendingInput ?? messageStandalone}
        onChange={save.run}
      />
    </Card>
  );
}
