import { useState } from 'react';
import type { SubscribedCalendar } from '#contract/calendar/endpoints.ts';
import { personalLimits, subscribedColorDefault } from '#contract/calendar/personal-limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { useUpload } from '../../../kit/use-upload.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { staleSources, subscribe, uploadCalendar } from '../calendar.data.ts';
import { ColorChoice } from './color-choice.tsx';

interface Draft {
  url: string;
  name: string;
  color: number;
}
const { TextField, OwnField } = fieldsOf<Draft>();

/** Subscribes to a calendar by URL or imports a file. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const [file, setFile] = useState('');
  const addedText = ({ name, events, unreadCount }: SubscribedCalendar) =>
    unreadCount === 0
      ? t('calendar.added', { name, count: events })
      : t('calendar.addedUnread', { name, unread: t('calendar.unread', { count: unreadCount }) });
  const put = useUpload<File, SubscribedCalendar>(uploadCalendar, {
    invalidates: staleSources,
    isQuiet: true,
    success: addedText,
    onSuccess: onClose,
  });
  return (
    <FormDialog<Draft, SubscribedCalendar>
      title={t('calendar.addCalendar')}
      submitLabel={t('calendar.subscribe')}
      defaultValues={{ url: '', name: '', color: subscribedColorDefault }}
      save={({ url, name, color }, clientId) => subscribe(clientId, url, name.trim(), color)}
      invalidates={staleSources}
      success={addedText}
      isComplete={({ url }) => url.trim() !== ''}
      errorFields={{
        calendar_address: 'url',
        calendar_address_private: 'url',
        calendar_unreachable: 'url',
        calendar_refused: 'url',
        ics_empty: 'url',
        ics_syntax: 'url',
        ics_too_large: 'url',
        ics_value: 'url',
        ics_zone: 'url',
      }}
      onClose={onClose}
    >
      <TextField
        name="url"
        label={t('calendar.address')}
        description={t('calendar.addressAbout')}
        maxLength={personalLimits.url}
      />
      <TextField name="name" label={t('calendar.nameOptional')} maxLength={personalLimits.name} />
      <OwnField name="color">
        {({ value, onChange }) => (
          <ColorChoice value={value} onChange={(next) => onChange(next ?? 0)} />
        )}
      </OwnField>
      <div className="grid gap-2 border-t border-line pt-5">
        <p className="text-sm font-bold">{t('calendar.fromFile')}</p>
        <FileDrop
          choose={t('calendar.chooseFile')}
          hint={t('calendar.fileHint')}
          accept=".ics,text/calendar"
          onFiles={([chosen]) => {
            if (!chosen) return;
            setFile(chosen.name);
            put.run(chosen);
          }}
          sending={put.isPending ? { name: file, share: put.share, onStop: put.stop } : undefined}
          error={put.error && errorText(put.error, messages)}
        />
      </div>
    </FormDialog>
  );
}
