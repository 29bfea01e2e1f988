import { Pencil } from 'lucide-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { EditableSection } from './section-form.tsx';

const SectionForm = lazyComponent(() => import('./section-form.tsx'), 'SectionForm');

interface ProfilePartProps {
  of: EditableSection;
  title: string;
  /** True on the user's own page, which can be edited. */
  isEditable: boolean;
  children: ReactNode;
}

/** A section of the profile page. On the user's own page, its button edits it in place. */
export function ProfilePart({ of, title, isEditable, children }: ProfilePartProps) {
  const { t } = useMessages();
  const [isEdited, setEdited] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const close = () => {
    setEdited(false);
    requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('button')?.focus());
  };
  return (
    <div ref={card}>
      <Card
        title={title}
        aside={
          isEditable &&
          !isEdited && (
            <IconButton
              label={t('profilePage.editSection', { section: title })}
              icon={Pencil}
              className="-me-2 -mt-2 -mb-2 self-center"
              onPointerEnter={SectionForm.preload}
              onFocus={SectionForm.preload}
              onClick={() => setEdited(true)}
            />
          )
        }
      >
        {isEdited ? (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <SectionForm of={of} onClose={close} />
          </Suspense>
        ) : (
          children
        )}
      </Card>
    </div>
  );
}
