import { postLimits } from '#contract/posts/limits.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import english from './messages/en.json';

addEnglish(english);

interface TextDialogProps {
  title: string;
  text: string;
  /** The title, of what has one. */
  heading?: string;
  maxLength: number;
  save: (text: string, heading: string) => Promise<unknown>;
  onClose: () => void;
}

interface Draft {
  heading: string;
  text: string;
}

const { TextArea, TextField } = fieldsOf<Draft>();

/** Changes what a post or comment says. */
export function TextDialog({ title, text, heading, maxLength, save, onClose }: TextDialogProps) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft>
      title={title}
      submit={t('posts.save')}
      initial={{ text, heading: heading ?? '' }}
      check={(now) => ({
        heading:
          heading !== undefined && now.heading.trim() === '' ? t('posts.titleMissing') : undefined,
      })}
      save={(now) => save(now.text.trim(), now.heading.trim())}
      said={t('posts.saved')}
      onClose={onClose}
    >
      {heading !== undefined && (
        <TextField name="heading" label={t('posts.titleLabel')} maxLength={postLimits.title} />
      )}
      <TextArea name="text" label={t('posts.text')} rows={6} maxLength={maxLength} />
    </FormDialog>
  );
}
