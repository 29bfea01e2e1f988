import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Form } from '../../kit/form.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import {
  AboutFields,
  ContactFields,
  InterestFields,
  WorkFields,
} from '../profile/profile-fields.tsx';
import { useProfileForm } from '../profile/use-profile-form.ts';
import { PicturesCard } from './pictures-card.tsx';
import { RecordCard } from './record-card.tsx';

/** The user's profile with all editable fields. It has a Save button. */
export function ProfileSection() {
  const { t } = useMessages();
  const { box, hash } = useFocusFromHash();
  const form = useProfileForm();
  return (
    <div ref={box}>
      <Form form={form} isGuarded className="grid gap-4 lg:gap-5">
        <PicturesCard />
        <RecordCard />
        <Card title={t('profile.about')}>
          <div className="grid gap-5">
            <AboutFields focusesBio={hash === 'bio'} />
            <InterestFields />
          </div>
        </Card>
        <Card title={t('profile.work')}>
          <div className="grid gap-5">
            <WorkFields />
          </div>
        </Card>
        <Card title={t('profile.contact')} description={t('profile.contactBody')}>
          <ContactFields />
        </Card>
        <SaveBar
          isDirty={form.isDirty}
          isPending={form.isPending}
          error={form.error}
          onDiscard={() => form.reset()}
        />
      </Form>
    </div>
  );
}

/** `/settings/profile#bio`, linked on the home page, focuses the field. */
function useFocusFromHash() {
  const box = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (!/^\w+$/.test(hash)) return;
    box.current?.querySelector<HTMLElement>(`#${hash} :is(input, textarea)`)?.focus();
  }, [hash]);
  return { box, hash };
}
