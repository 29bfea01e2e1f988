import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { courseLimits as limits } from '#contract/courses/kinds.ts';
import type { AcademicAnnouncement } from '#contract/courses/endpoints.ts';
import { postCourseAnnouncement, updateCourseAnnouncement } from '#contract/courses/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { staleAnnouncements } from './courses.data.ts';

interface Draft {
  title: string;
  body: string;
}
const { TextField, OwnField } = fieldsOf<Draft>();

/** Creates an announcement for a course that the user teaches, or edits `announcement`. */
export function AnnouncementDialog({
  course,
  announcement,
  onClose,
}: {
  course: string;
  announcement: AcademicAnnouncement | null;
  onClose: () => void;
}) {
  const { t } = useMessages();
  // A retry doesn't post it twice.
  const [clientId] = useState(() => newClientId());
  return (
    <FormDialog<Draft>
      title={t(announcement === null ? 'courses.announce' : 'courses.editAnnouncement')}
      submitLabel={t(announcement === null ? 'courses.post' : 'courses.save')}
      defaultValues={{ title: announcement?.title ?? '', body: announcement?.body ?? '' }}
      validate={({ title }) => ({
        title: title.trim() === '' ? t('courses.titleMissing') : undefined,
      })}
      save={(draft) =>
        announcement === null
          ? call(postCourseAnnouncement, {
              id: course,
              clientId,
              ...draft,
            })
          : call(updateCourseAnnouncement, { id: announcement.id, ...draft })
      }
      invalidates={staleAnnouncements}
      success={t(announcement === null ? 'courses.announced' : 'courses.saved')}
      onClose={onClose}
    >
      <TextField name="title" label={t('courses.titleLabel')} maxLength={limits.title} />
      <OwnField name="body">
        {({ value, error, onChange }) => (
          <RichTextField
            label={t('courses.bodyLabel')}
            placeholder={t('courses.bodyHint')}
            max={limits.announcementText}
            value={value}
            error={error}
            onChange={onChange}
          />
        )}
      </OwnField>
    </FormDialog>
  );
}
