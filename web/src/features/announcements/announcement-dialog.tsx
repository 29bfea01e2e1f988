import { useState } from 'react';
import type { ManagedAnnouncement } from '#contract/announcements/endpoints.ts';
import { announcementLimits as limits, secureAddress } from '#contract/announcements/limits.ts';
import { accountTypes } from '#contract/people/account-kinds.ts';
import { dateFieldsOf } from '../../kit/date-fields.tsx';
import { newClientId } from '#contract/client-id.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { saveAnnouncement, stale } from './announcements.data.ts';

interface Draft extends Pick<ManagedAnnouncement, 'text' | 'kind' | 'accountTypes'> {
  url: string;
  label: string;
  startsAt: string | null;
  endsAt: string | null;
}
const { TextField, TextArea, RadioGroup, CheckboxGroup } = fieldsOf<Draft>();
const { DateTimeField } = dateFieldsOf<Draft>();

const weekMs = 7 * 24 * 3_600_000;
const draftOf = (one: ManagedAnnouncement | null): Draft => ({
  text: one?.text ?? '',
  kind: one?.kind ?? 'info',
  url: one?.link?.url ?? '',
  label: one?.link?.label ?? '',
  accountTypes: one?.accountTypes ?? [],
  startsAt: one?.startsAt ?? new Date().toISOString(),
  endsAt: one?.endsAt ?? new Date(Date.now() + weekMs).toISOString(),
});

/** Creates an announcement, or edits one as it was loaded. */
export function AnnouncementDialog({
  announcement,
  onClose,
}: {
  announcement: ManagedAnnouncement | null;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const isNew = announcement === null;
  const [clientId] = useState(() => newClientId());
  return (
    <FormDialog<Draft, ManagedAnnouncement>
      title={t(isNew ? 'announcements.new' : 'announcements.edit')}
      submitLabel={t(isNew ? 'announcements.create' : 'kit.save')}
      defaultValues={draftOf(announcement)}
      validate={({ text, url, label, startsAt, endsAt }) => ({
        ...(text.trim() === '' && { text: t('announcements.textless') }),
        ...(url !== '' && !secureAddress.test(url) && { url: t('announcements.badUrl') }),
        ...(url !== '' && label.trim() === '' && { label: t('announcements.labelless') }),
        ...(startsAt === null && { startsAt: t('announcements.timeless') }),
        ...(endsAt === null && { endsAt: t('announcements.timeless') }),
      })}
      errorFields={{ announcement_times: 'endsAt' }}
      save={({ url, label, startsAt, endsAt, ...same }) =>
        saveAnnouncement(announcement, {
          ...same,
          clientId,
          link: url === '' ? null : { url, label },
          startsAt: startsAt ?? '',
          endsAt: endsAt ?? '',
        })
      }
      success={t(isNew ? 'announcements.created' : 'announcements.saved')}
      invalidates={stale}
      onClose={onClose}
    >
      {({ url }) => (
        <>
          <TextArea
            name="text"
            label={t('announcements.text')}
            rows={2}
            maxLength={limits.text}
            placeholder={t('announcements.textHint')}
            description={isNew ? undefined : t('announcements.textEdited')}
          />
          <RadioGroup
            name="kind"
            label={t('announcements.kind')}
            options={[
              { value: 'info', label: t('announcements.kind_info') },
              { value: 'warning', label: t('announcements.kind_warning') },
            ]}
          />
          <TextField
            name="url"
            label={t('announcements.url')}
            type="url"
            dir="ltr"
            maxLength={limits.url}
            placeholder="https://"
          />
          {url !== '' && (
            <TextField name="label" label={t('announcements.label')} maxLength={limits.label} />
          )}
          <DateTimeField name="startsAt" label={t('announcements.starts')} />
          <DateTimeField name="endsAt" label={t('announcements.ends')} />
          <div>
            <CheckboxGroup
              name="accountTypes"
              label={t('announcements.types')}
              options={accountTypes.map((value) => ({ value, label: value }))}
            />
            <p className="text-sm text-ink-2">{t('announcements.typesBody')}</p>
          </div>
        </>
      )}
    </FormDialog>
  );
}
