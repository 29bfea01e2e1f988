import { useNavigate } from '@tanstack/react-router';
import type { CourseMatch } from '#contract/courses/endpoints.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { academicCalls, matchCourse } from './courses.data.ts';

interface Draft {
  section: string;
}
const { RadioGroup } = fieldsOf<Draft>();

/** The option's value for "none of my courses". */
const noClass = 'none';

/** Links an LMS course to one of the user's courses, which combines both. */
export function MatchDialog({
  id,
  system,
  match,
  onClose,
}: {
  id: string;
  system: string;
  match: CourseMatch;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t('courses.matchTitle')}
      submitLabel={t('courses.matchSave')}
      defaultValues={{ section: match.section ?? noClass }}
      save={({ section }) => matchCourse(id, section === noClass ? null : section)}
      invalidates={academicCalls}
      onSuccess={(answer) =>
        void navigate({ to: paths.course, params: { courseId: answer.id }, replace: true })
      }
      success={t('courses.matched')}
      onClose={onClose}
    >
      <RadioGroup
        name="section"
        label={t('courses.matchLabel')}
        description={t('courses.matchBody', { name: system })}
        options={[
          ...match.choices.map((one) => ({
            value: one.id,
            label: [one.number, one.section].filter(Boolean).join(' • '),
            description: one.title,
          })),
          { value: noClass, label: t('courses.matchNone') },
        ]}
      />
    </FormDialog>
  );
}
