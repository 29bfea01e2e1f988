import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { newClientId } from '#contract/client-id.ts';
import { downloadOrderFile, listOrderFiles } from '#contract/store/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { Row, RowList } from '../../../kit/row-list.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { sizeText } from '../../../ui/file-sizes.ts';
import { orderFiles } from '../payments.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** The files of a paid order. */
export function OrderFiles({ order }: { order: string }) {
  const messages = useMessages();
  const { t } = messages;
  const { data } = useQuery(orderFiles(order));
  const download = useAction(
    (file: string) => call(downloadOrderFile, { id: order, file, clientId: newClientId() }),
    {
      invalidates: [listOrderFiles],
      onSuccess: ({ url }) => location.assign(url),
    },
  );
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-1 text-lg!">{t('payments.files')}</h2>
      <RowList label={t('payments.files')}>
        {items.map(({ id, name, size, downloadsLeft }) => (
          <Row
            key={id}
            title={name}
            lines={[
              `${sizeText(size, messages)} • ${t('payments.downloadsLeft', { count: downloadsLeft })}`,
            ]}
            end={
              <Button
                icon={Download}
                disabled={downloadsLeft === 0}
                isPending={download.pendingInput === id}
                onClick={() => download.run(id)}
                label={t('payments.downloadNamed', { name })}
              >
                {t('payments.download')}
              </Button>
            }
          />
        ))}
      </RowList>
    </Card>
  );
}
