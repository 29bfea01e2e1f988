import { ImagePlus } from 'lucide-react';
import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import { postLimits } from '#contract/posts/limits.ts';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AttachedFileList, useAttachedFiles } from './attached-files.tsx';
import type { CoverDraft } from './cover-draft.ts';
import { CoverField } from './composer/cover-field.tsx';
import { MentionArea, sentOf, writtenOf, type Written } from './composer/mention-area.tsx';
import english from './messages/en.json';

addEnglish(english);

interface TextDialogProps {
  title: string;
  /** The current text with its mentions. */
  initial: Pick<Post, 'text' | 'mentions' | 'clubMentions'>;
  /** The title, if it has one. */
  heading?: string;
  /** The cover, if it can have one. */
  cover?: CoverDraft | null;
  /** The files, if it can have any. */
  files?: readonly UploadedFile[];
  /** A note about what can't be changed. */
  hint?: string;
  maxLength: number;
  save: (
    text: string,
    heading: string,
    cover: CoverDraft | null,
    files: readonly string[],
  ) => Promise<unknown>;
  onClose: () => void;
}

interface Draft {
  heading: string;
  written: Written;
  cover: CoverDraft | null;
}

const { OwnField, TextField } = fieldsOf<Draft>();

/** Edits a post or comment. */
export function TextDialog({
  title,
  initial,
  heading,
  cover,
  files,
  hint,
  maxLength,
  save,
  onClose,
}: TextDialogProps) {
  const { t } = useMessages();
  const [hasTooMany, setTooMany] = useState(false);
  const attached = useAttachedFiles(() => setTooMany(true), files);
  const input = useRef<HTMLInputElement>(null);
  const attach = (list: Iterable<File>) => {
    setTooMany(false);
    attached.attach(list);
  };
  const take = (event: ClipboardEvent | DragEvent, list: FileList | undefined) => {
    if (files === undefined || list === undefined || list.length === 0) return;
    event.preventDefault();
    attach(list);
  };
  const [isCoverSending, setCoverSending] = useState(false);
  return (
    <FormDialog<Draft>
      title={title}
      submitLabel={t('posting.save')}
      defaultValues={{ written: writtenOf(initial), heading: heading ?? '', cover: cover ?? null }}
      isComplete={() => !isCoverSending && !attached.isSending && !attached.hasFailed}
      validate={(now) => ({
        heading:
          heading !== undefined && now.heading.trim() === ''
            ? t('posting.titleMissing')
            : undefined,
      })}
      save={(now) => save(sentOf(now.written), now.heading.trim(), now.cover, attached.ids)}
      success={t('posting.saved')}
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
            onPaste={(event) => take(event, event.clipboardData.files)}
            onDragOver={(event) => {
              if (files !== undefined) event.preventDefault();
            }}
            onDrop={(event) => take(event, event.dataTransfer.files)}
            {...(error !== undefined && { error })}
          />
        )}
      </OwnField>
      {files !== undefined && (
        <>
          <AttachedFileList {...attached} />
          {hasTooMany && <Failure>{t('posting.tooManyFiles', { max: postLimits.files })}</Failure>}
          <div>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              data-part="files"
              onChange={(event) => {
                attach(event.target.files ?? []);
                event.target.value = '';
              }}
            />
            <Button icon={ImagePlus} onClick={() => input.current?.click()}>
              {t('posting.addFiles')}
            </Button>
          </div>
        </>
      )}
      {hint !== undefined && <p className="text-sm text-ink-2">{hint}</p>}
    </FormDialog>
  );
}
