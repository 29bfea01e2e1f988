import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { useUpload } from '../../../kit/use-upload.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { CoverDraft } from '../cover-draft.ts';
import english from '../messages/en.json';

addEnglish(english);

interface CoverFieldProps {
  /** The text of the button. By default “Add cover”. */
  addLabel?: string;
  cover: CoverDraft | null;
  onChange: (cover: CoverDraft | null) => void;
  /** Called when an upload starts and ends, because the post can't be sent during it. Pass a stable function. */
  onSending: (isSending: boolean) => void;
}

/** Selects the cover of an article or another picture, shows it as published, and removes it. */
export function CoverField({ addLabel, cover, onChange, onSending }: CoverFieldProps) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(
    () => () => {
      if (preview !== null) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  const put = useUpload(
    (file: File, { onSent, signal }) =>
      uploadFile(
        { clientId: newClientId(), name: file.name, size: file.size, blob: file },
        onSent,
        signal,
      ),
    {
      onSuccess(id, file) {
        const url = URL.createObjectURL(file);
        setPreview(url);
        onChange({ id, url });
      },
    },
  );
  const { isPending } = put;
  useEffect(() => {
    onSending(isPending);
    return () => onSending(false);
  }, [isPending, onSending]);
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        data-part="cover"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) put.run(file);
        }}
      />
      {isPending ? (
        <ProgressBar label={t('posting.sendingCover')} share={put.share} />
      ) : cover === null ? (
        <Button
          icon={ImagePlus}
          className="justify-self-start"
          onClick={() => input.current?.click()}
        >
          {addLabel ?? t('posting.addCover')}
        </Button>
      ) : (
        <div className="relative">
          <img
            src={cover.url}
            alt={t('posting.cover')}
            className="aspect-[5/2] w-full rounded-control bg-fill object-cover"
          />
          <IconButton
            label={t('posting.removeCover')}
            icon={X}
            className="absolute! end-2 top-2"
            onClick={() => onChange(null)}
          />
        </div>
      )}
    </div>
  );
}
