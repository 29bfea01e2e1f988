import { ImagePlus, ListChecks } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { nameOf } from '../people/person.ts';
import type { ComposerProps } from './composer.data.ts';

// The form loads when someone starts writing.
const ComposerForm = lazyComponent(() => import('./composer-form.tsx'), 'ComposerForm');

/** Opens the form for a new post. */
export function Composer(props: ComposerProps) {
  const { t } = useMessages();
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <Suspense fallback={<Skeleton className="h-36" />}>
        <ComposerForm {...props} onClose={() => setOpen(false)} />
      </Suspense>
    );
  const placeholder =
    props.kind === 'article'
      ? t('posts.writeNews')
      : t('posts.placeholder', { name: user.firstName });
  return (
    <div className="card flex items-center gap-3 p-4 sm:p-5">
      <Avatar
        name={nameOf(user)}
        photoUrl={user.photoUrl}
        size={2.75}
        className="max-[22rem]:hidden"
      />
      <button
        type="button"
        data-key="write"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void ComposerForm.preload()}
        onFocus={() => void ComposerForm.preload()}
        className="field flex min-w-0 flex-1 items-center gap-3 text-start text-ink-2"
      >
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {props.kind !== 'article' && <span className="sr-only">{`${t('posts.write')}: `}</span>}
          {placeholder}
        </span>
        <ImagePlus size={20} aria-hidden className="shrink-0" />
        <ListChecks size={20} aria-hidden className="shrink-0" />
      </button>
    </div>
  );
}
