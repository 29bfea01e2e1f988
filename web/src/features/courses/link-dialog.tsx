import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { courseLimits as limits } from '#contract/courses/kinds.ts';
import { addCourseLink } from '#contract/courses/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { staleFiles } from './courses.data.ts';

interface Draft {
  title: string;
  url: string;
  module: string;
}
const { TextField } = fieldsOf<Draft>();

/** Adds a link to a file or page of a course that the user teaches. `module` is the suggested heading, from the last link. */
export function LinkDialog({
  course,
  module,
  onClose,
}: {
  course: string;
  module: string;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const [clientId] = useState(() => newClientId());
  return (
    <FormDialog<Draft>
      title={t('courses.addLink')}
      submitLabel={t('courses.addLink')}
      defaultValues={{ title: '', url: '', module }}
      validate={({ title, url }) => ({
        title: title.trim() === '' ? t('courses.titleMissing') : undefined,
        url: /^https?:\/\//i.test(url.trim()) ? undefined : t('courses.badAddress'),
      })}
      save={({ url, ...draft }) =>
        call(addCourseLink, {
          id: course,
          clientId,
          url: url.trim(),
          ...draft,
        })
      }
      invalidates={staleFiles}
      success={t('courses.linkAdded')}
      onClose={onClose}
    >
      <TextField name="title" label={t('courses.titleLabel')} maxLength={limits.title} />
      <TextField
        name="url"
        label={t('courses.addressLabel')}
        placeholder="https://"
        inputMode="url"
        maxLength={2_000}
      />
      <TextField
        name="module"
        label={t('courses.moduleLabel')}
        description={t('courses.moduleBody')}
        maxLength={limits.title}
      />
    </FormDialog>
  );
}
