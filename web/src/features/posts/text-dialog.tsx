import { useState } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import type { CoverDraft } from './cover-draft.ts';
import { CoverField } from './cover-field.tsx';
import { MentionArea, sentOf, writtenOf, type Written } from './mention-area.tsx';
import english from './messages/en.json';

addEnglish(english);

interface TextDialogProps {
  title: string;
  /** What it says now, with those whom it names. */
  said: Pick<Post, 'text' | 'mentions' | 'clubMentions'>;
  /** The title, of what has one. */
  heading?: string;
  /** The cover, of what can have one. */
  cover?: CoverDraft | null;
  maxLength: number;
  save: (text: string, heading: string, cover: CoverDraft | null) => Promise<unknown>;
  onClose: () => void;
}

interface Draft {
  heading: string;
  written: Written;
  cover: CoverDraft | null;
}

const { OwnField, TextField } = fieldsOf<Draft>();

/** Changes what a post or comment says. */
export function TextDialog({
  title,
  said,
  heading,
  cover,
  maxLength,
  save,
  onClose,
}: TextDialogProps) {
  const { t } = useMessages();
  const [isCoverSending, setCoverSending] = useState(false);
  return (
    <FormDialog<Draft>
      title={title}
      submit={t('posting.save')}
      initial={{ written: writtenOf(said), heading: heading ?? '', cover: cover ?? null }}
      isComplete={() => !isCoverSending}
      check={(now) => ({
        heading:
          heading !== undefined && now.heading.trim() === ''
            ? t('posting.titleMissing')
            : undefined,
      })}
      save={(now) => save(sentOf(now.written), now.heading.trim(), now.cover)}
      said={t('posting.saved')}
      onClose={onClose}
    >
      {heading !== undefined && (
        <TextField name="heading" label={t('posting.titleLabel')} maxLength={postLimits.title} />
      )}
      {cover !== undefined && (
        <OwnField name="cover">
          {({ value, onChange }) => (
            <CoverField cover={value} onChange={onChange} onSending={setCoverSending} />
          )}
        </OwnField>
      )}
      <OwnField name="written">
        {({ value, error, onChange }) => (
          <MentionArea
            label={t('posting.text')}
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
