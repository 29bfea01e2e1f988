import { mailFrequencies, type MailFrequency } from '#contract/notifications/keys.ts';
import type { DeliverySettings } from '#contract/notifications/settings.endpoints.ts';
import { call } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';
import { useUser } from '../../lib/session-store.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { settingsQuery } from './notifications.data.ts';
import { useQuery } from '@tanstack/react-query';
import { updateDeliverySettings } from '#contract/notifications/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';

/** Default quiet hours: 10 PM to 7 AM. */
const night = { from: 22 * 60, until: 7 * 60 };
const two = (value: number) => String(value).padStart(2, '0');
const timeOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const minuteOf = (time: string): number | null => {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute);
};

/** Email frequency, quiet hours and push content. Each change saves immediately. */
export function DeliveryCards({ hasMailServer }: { hasMailServer: boolean }) {
  return (
    <QueryBoundary query={useQuery(settingsQuery())} skeleton={['h-40']}>
      {(data) => <Cards data={data} hasMailServer={hasMailServer} />}
    </QueryBoundary>
  );
}

function Cards({ data, hasMailServer }: { data: DeliverySettings; hasMailServer: boolean }) {
  const { t } = useMessages();
  const { isAdmin } = useUser();
  const save = useAction(
    (change: Partial<DeliverySettings>) => call(updateDeliverySettings, change),
    { updates: settingsQuery().queryKey, success: t('prefs.saved') },
  );
  const shown = { ...data, ...save.pendingInput };
  const { quietHours: quiet } = shown;
  // Times need a time zone. If none is set yet, use the browser's.
  const put = (change: Partial<DeliverySettings>) =>
    save.run({ ...(data.zone === null && { zone: ownZone() }), ...change });
  const time = (which: 'from' | 'until', label: string) =>
    quiet !== null && (
      <Field label={label}>
        {(control) => (
          <input
            {...control}
            type="time"
            key={`${which} ${quiet[which]}`}
            defaultValue={timeOf(quiet[which])}
            onBlur={(event) => {
              const minute = minuteOf(event.target.value);
              const next = { ...quiet, [which]: minute ?? quiet[which] };
              if (minute === null || next.from === next.until)
                event.target.value = timeOf(quiet[which]);
              else if (minute !== quiet[which]) put({ quietHours: next });
            }}
            className="field"
          />
        )}
      </Field>
    );
  return (
    <>
      <Card title={t('quiet.title')}>
        <Switch
          label={t('quiet.on')}
          description={t('quiet.onBody')}
          isOn={quiet !== null}
          onChange={(isOn) => put({ quietHours: isOn ? night : null })}
        />
        {quiet !== null && (
          <div className="mt-3 grid max-w-sm grid-cols-2 gap-3">
            {time('from', t('quiet.from'))}
            {time('until', t('quiet.until'))}
          </div>
        )}
        {quiet !== null && shown.zone !== null && (
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            <bdi>{t('quiet.zone', { zone: shown.zone })}</bdi>
            {shown.zone !== ownZone() && (
              <Button size="sm" onClick={() => put({ zone: ownZone() })}>
                {t('quiet.useZone', { zone: ownZone() })}
              </Button>
            )}
          </p>
        )}
        <div className="mt-4 border-t border-line pt-4">
          <Switch
            label={t('devices.hides')}
            description={t('devices.hidesBody')}
            isOn={shown.hidesText}
            onChange={(hidesText) => put({ hidesText })}
          />
        </div>
      </Card>
      <Card
        title={t('mails.title')}
        // Only admins can set up a mail server.
        description={hasMailServer || !isAdmin ? t('mails.body') : t('mails.folder')}
      >
        <div className="max-w-xs">
          <Select<MailFrequency>
            label={t('mails.frequency')}
            value={shown.mailFrequency}
            options={mailFrequencies.map((value) => ({ value, label: t(`mails.${value}`) }))}
            onChange={(mailFrequency) => put({ mailFrequency })}
          />
        </div>
      </Card>
    </>
  );
}
