import { useEffect, useRef, type ReactNode } from 'react';
import { Form, FormError, SubmitButton } from '../../kit/form.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { AboutFields, ContactFields, InterestFields, WorkFields } from './profile-fields.tsx';
import { useProfileForm } from './use-profile-form.ts';

export type EditableSection = 'about' | 'work' | 'interests' | 'contact';

const fields: Record<EditableSection, ReactNode> = {
  about: <AboutFields />,
  work: <WorkFields />,
  interests: <InterestFields />,
  contact: <ContactFields />,
};

/** Edits one section of the user's profile in its place. */
export function SectionForm({ of, onClose }: { of: EditableSection; onClose: () => void }) {
  const { t } = useMessages();
  const form = useProfileForm(onClose);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  return (
    <div ref={box}>
      <Form form={form} isGuarded className="grid gap-5">
        {fields[of]}
        <FormError form={form} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.isPending} onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <SubmitButton form={form} />
        </div>
      </Form>
    </div>
  );
}
