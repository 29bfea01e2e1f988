import { Crop, ImageUp, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState, type DragEvent, type ReactNode, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import { pictureUpload, type PictureKind } from '#contract/people/picture-crop.ts';
import { removePicture, restorePicture } from '#contract/people/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, queryClient } from '../../lib/call.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { storeUser, requireUser, useUser } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { Source } from './picture-dialog.tsx';
import { pictureProblem, pictureWords } from './picture-words.ts';
import { picturesQuery } from './settings.data.ts';
import english from './messages/en.json';

addEnglish(english);

const PictureDialog = lazyComponent(() => import('./picture-dialog.tsx'), 'PictureDialog');
const preload = () => {
  PictureDialog.preload();
  preloadDialog();
};

interface PictureDialogHandle {
  /** Opens the dialog to crop a picture. */
  open: (kind: PictureKind, source: Source) => void;
  /** The dialog, or null while it is closed. */
  dialog: ReactNode;
}

/** The dialog that crops and uploads a picture of the user, for a page with picture controls. */
export function usePictureDialog(): PictureDialogHandle {
  const { t } = useMessages();
  const [opened, setOpened] = useState<{ kind: PictureKind; source: Source } | null>(null);
  const close = () => {
    if (opened && 'file' in opened.source) URL.revokeObjectURL(opened.source.url);
    setOpened(null);
  };
  return {
    open: (kind, source) => setOpened({ kind, source }),
    dialog: opened && (
      <Suspense fallback={null}>
        <PictureDialog
          kind={opened.kind}
          source={opened.source}
          onClose={close}
          onSaved={({ url }) => {
            show(opened.kind, url);
            close();
            showToast({ message: t(pictureWords[opened.kind].saved) });
          }}
        />
      </Suspense>
    ),
  };
}

/** Updates the picture everywhere. */
function show(kind: PictureKind, url: string | null): void {
  storeUser({ ...requireUser(), [kind === 'photo' ? 'photoUrl' : 'largePhotoUrl']: url });
  void queryClient.invalidateQueries();
}

/** Buttons to choose, adjust or remove a picture. A file can also be dropped. */
export function PictureControls({
  kind,
  isPlain = false,
  onOpen,
}: {
  kind: PictureKind;
  /** True if the surrounding page says what it is about. The buttons are centered, without a frame. */
  isPlain?: boolean;
  onOpen: (source: Source) => void;
}) {
  const { t } = useMessages();
  const words = pictureWords[kind];
  const user = useUser();
  const own = useQuery(picturesQuery());
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const url = kind === 'photo' ? user.photoUrl : user.largePhotoUrl;
  const original = own.data?.[kind]?.url === url ? (own.data?.[kind]?.original ?? null) : null;
  const remove = useRemovePicture(kind, input);

  function take(file: File | undefined) {
    if (file === undefined) return;
    setProblem(file.size > pictureUpload.maxBytes ? t('pictures.large') : null);
    if (file.size <= pictureUpload.maxBytes) onOpen({ file, url: URL.createObjectURL(file) });
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is another way to what its button does
    <section
      aria-label={t(words.name)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`grid content-start gap-2 rounded-control border border-dashed p-3 transition-colors duration-150 ${isOver ? 'border-brand-text bg-brand-soft' : isPlain ? 'border-transparent' : 'border-line-strong'}`}
    >
      {!isPlain && <h3>{t(words.name)}</h3>}
      <div className={`flex flex-wrap gap-2 ${isPlain ? 'justify-center' : ''}`}>
        <Button
          icon={ImageUp}
          {...(isPlain && url === null && { variant: 'primary', size: 'lg' })}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => input.current?.click()}
        >
          {t(url === null ? words.choose : words.change)}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          data-kind={kind}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // Allows selecting the same file again.
            event.target.value = '';
          }}
        />
        {original !== null && (
          <Button
            variant="quiet"
            icon={Crop}
            label={t(words.adjust)}
            onPointerEnter={preload}
            onClick={() => onOpen({ original })}
          >
            {t('pictures.adjust')}
          </Button>
        )}
        {url !== null && (
          <Button
            variant="quiet"
            icon={Trash2}
            label={t(words.remove)}
            isPending={remove.isPending}
            onClick={() => remove.run()}
          >
            {t('pictures.remove')}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="text-sm font-medium text-bad">
          {problem}
        </p>
      )}
    </section>
  );
}

/** Removes the picture. Undo restores it. */
function useRemovePicture(kind: PictureKind, input: RefObject<HTMLInputElement | null>) {
  const messages = useMessages();
  const { t } = messages;
  const words = pictureWords[kind];
  const failed = (error: unknown) => pictureProblem(error, messages);
  const restore = useAction(() => call(restorePicture, { kind }), {
    onSuccess: (picture) => show(kind, picture.url),
    errorMessage: failed,
  });
  const remove = useAction(() => call(removePicture, { kind }), {
    onSuccess() {
      show(kind, null);
      input.current?.parentElement?.querySelector('button')?.focus();
    },
    success: () => ({
      message: t(words.removed),
      action: { label: t('pictures.undo'), run: () => restore.run() },
    }),
    errorMessage: failed,
  });
  return remove;
}
