import { useState } from 'react';
import type { RegistrationSetup } from '#contract/club-registration/staff.endpoints.ts';
import { applicationLimits } from '#contract/club-registration/limits.ts';
import { updateWindow } from '#contract/club-registration/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { setupQuery, staleSetup } from './club-registration.data.ts';

/** Edits the open renewal or sets up the next one. */
export function WindowCard({ window }: { window: RegistrationSetup['window'] }) {
  const messages = useMessages();
  const { t, date } = messages;
  const current = window === null || window.isClosed ? null : window;
  const [name, setName] = useState(current?.name ?? '');
  const [opensAt, setOpensAt] = useState(current?.opensAt ?? null);
  const [closesAt, setClosesAt] = useState(current?.closesAt ?? null);
  const save = useAction(
    (sent: { name: string; opensAt: string; closesAt: string }) => call(updateWindow, sent),
    {
      isQuiet: true,
      success: t('clubRegistration.saved'),
      updates: setupQuery().queryKey,
      invalidates: staleSetup,
    },
  );
  return (
    <Card title={t('clubRegistration.window')}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && opensAt !== null && closesAt !== null)
            save.run({ name: name.trim(), opensAt: instant(opensAt), closesAt: instant(closesAt) });
        }}
      >
        <p className="text-sm text-ink-2">{t('clubRegistration.windowBody')}</p>
        {window?.isClosed === true && (
          <p className="text-sm">
            {t('clubRegistration.windowClosed', {
              name: window.name,
              date: date(window.closesAt, 'moment'),
            })}
          </p>
        )}
        <TextField
          label={t('clubRegistration.windowName')}
          description={t('clubRegistration.windowNameHint')}
          value={name}
          maxLength={applicationLimits.windowName}
          onChange={setName}
        />
        <DateTimeField
          label={t('clubRegistration.opensAt')}
          value={opensAt}
          onChange={setOpensAt}
        />
        <DateTimeField
          label={t('clubRegistration.closesAt')}
          value={closesAt}
          onChange={setClosesAt}
        />
        {save.error !== null && <Failure>{errorText(save.error, messages)}</Failure>}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          isPending={save.isPending}
          disabled={name.trim() === '' || opensAt === null || closesAt === null}
        >
          {t(current === null ? 'clubRegistration.windowSet' : 'clubRegistration.windowChange')}
        </Button>
      </form>
    </Card>
  );
}

const instant = (text: string): string => new Date(text).toISOString();
