import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Popover, preloadPopover } from '../../ui/popover.tsx';

interface CopyHoursProps {
  /** The day's name. */
  day: string;
  /** The days to choose from. */
  others: readonly { weekday: number; name: string }[];
  onCopy: (weekdays: readonly number[]) => void;
}

/** A button that copies a day's hours to the days that the person chooses. */
export function CopyHours({ day, others, onCopy }: CopyHoursProps) {
  const { t } = useMessages();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const close = () => {
    setOpen(false);
    setChosen([]);
  };
  return (
    <>
      <IconButton
        ref={anchor}
        label={t('booking.copyDay', { day })}
        icon={Copy}
        variant="quiet"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadPopover}
        onFocus={preloadPopover}
        onClick={() => setOpen(true)}
      />
      <Popover
        label={t('booking.copyTo', { day })}
        anchor={anchor}
        isOpen={isOpen}
        onClose={close}
        placement="bottom end"
      >
        <div className="grid gap-1">
          <p className="pb-1 font-medium">{t('booking.copyTo', { day })}</p>
          {others.map(({ weekday, name }) => (
            <Checkbox
              key={weekday}
              label={name}
              isChecked={chosen.includes(weekday)}
              onChange={(isChecked) =>
                setChosen((days) =>
                  isChecked ? [...days, weekday] : days.filter((one) => one !== weekday),
                )
              }
            />
          ))}
          <Button
            variant="primary"
            className="mt-2"
            disabled={chosen.length === 0}
            onClick={() => {
              onCopy(chosen);
              close();
            }}
          >
            {t('booking.copy')}
          </Button>
        </div>
      </Popover>
    </>
  );
}
