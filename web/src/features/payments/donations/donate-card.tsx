import { useQuery } from '@tanstack/react-query';
import { HandHeart } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { donationQuery } from '../payments.data.ts';
import { DonateDialog } from './donate-dialog.tsx';

/** Invites people to donate to a club that accepts donations. */
export function DonateCard({ club }: { club: string }) {
  const { t } = useMessages();
  const donations = useQuery(donationQuery(club));
  const [isDonating, setDonating] = useState(false);
  if (donations.data === undefined || !donations.data.can.donate) return null;
  const { purpose } = donations.data;
  return (
    <Card title={t('payments.donations')}>
      <div className="grid gap-4">
        <p dir="auto" className="text-ink-2 text-pretty wrap-anywhere">
          {purpose === '' ? t('payments.donationsAbout') : purpose}
        </p>
        <Button
          icon={HandHeart}
          variant="primary"
          className="justify-self-start"
          onClick={() => setDonating(true)}
        >
          {t('payments.donate')}
        </Button>
      </div>
      {isDonating && (
        <DonateDialog club={club} donations={donations.data} onClose={() => setDonating(false)} />
      )}
    </Card>
  );
}
