import type { Post } from '#contract/posts/endpoints.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { MentionArea, sentOf, writtenOf, type Written } from './mention-area.tsx';
import english from './messages/en.json';

addEnglish(english);

interface TextDialogProps {
  title: string;
  /** What it says now, with those whom it names. */
  said: Pick<Post, 'text' | 'mentions' | 'clubMentions'>;
  /** The title, of what has one. */
  heading?: string;
  maxLength: number;
  save: (text: string, heading: string) => Promise<unknown>;
  onClose: () => void;
}

interface Draft {
  heading: string;
  written: Written;
}

const { OwnField, TextField } = fieldsOf<Draft>();

/** Changes what a post or comment says. */
export function TextDialog({ title, said, heading, maxLength, save, onClose }: TextDialogProps) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft>
      title={title}
      submit={t('posts.save')}
      initial={{ written: writtenOf(said), heading: heading ?? '' }}
      check={(now) => ({
        heading:
          heading !== undefined && now.heading.trim() === '' ? t('posts.titleMissing') : undefined,
      })}
      save={(now) => save(sentOf(now.written), now.heading.trim())}
      said={t('posts.saved')}
      onClose={onClose}
    >
      {heading !== undefined && (
        <TextField name="heading" label={t('posts.titleLabel')} maxLength={postLimits.title} />
      )}
      <OwnField name="written">
        {({ value, error, onChange }) => (
          <MentionArea
            label={t('posts.text')}
            rows={6}
            value={value}
            onChange={onChange}
            maxLength={maxLength}
            {...(error !== undefined && { error })}
          />
        )}
      </OwnField>
    </FormDialog>
  );
}
