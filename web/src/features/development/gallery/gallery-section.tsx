import { useMessages } from '../../../lib/messages.ts';
import { ActionParts } from './action-parts.tsx';
import { ContentParts } from './content-parts.tsx';
import { FieldParts } from './field-parts.tsx';
import { KitParts } from './kit-parts.tsx';
import { PageParts } from './page-parts.tsx';

/** The components of web/src/ui and web/src/kit in all their states. gallery.test.ts checks that none is missing. */
export function GallerySection() {
  const { t } = useMessages();
  return (
    <>
      <p className="text-ink-2">{t('parts.body')}</p>
      <ActionParts />
      <FieldParts />
      <ContentParts />
      <KitParts />
      <PageParts />
    </>
  );
}
