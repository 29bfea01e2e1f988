import { ArrowDownUp, MessageCircle, MoreHorizontal, UserMinus, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { ButtonVariant } from '../../../ui/button-style.ts';
import { Chip, Tag } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { RowButton, RowDecline } from '../../../ui/row-button.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { Specimen, Specimens } from './specimen.tsx';
import connectionsEnglish from '../../connections/messages/en.json';
import webhooksEnglish from '../../webhooks/messages/en.json';
import apiKeysEnglish from '../../api-keys/messages/en.json';

addEnglish({ ...connectionsEnglish, ...webhooksEnglish, ...apiKeysEnglish });

const variants: readonly ButtonVariant[] = ['primary', 'soft', 'outline', 'quiet', 'danger'];

/** Interactive components, and what they open. */
export function ActionParts() {
  return (
    <>
      <Buttons />
      <Chips />
      <Menus />
      <Floating />
    </>
  );
}

function Buttons() {
  const { t } = useMessages();
  const words = t('connect.connect');
  return (
    <Specimens file="button.tsx, row-button.tsx">
      {variants.map((variant) => (
        <Specimen
          key={variant}
          of={`variant="${variant}": at rest, icon, pending, disabled, icon alone`}
          isRow
        >
          <Button variant={variant}>{words}</Button>
          <Button variant={variant} icon={UserPlus}>
            {words}
          </Button>
          <Button variant={variant} isPending>
            {words}
          </Button>
          <Button variant={variant} disabled>
            {words}
          </Button>
          <IconButton variant={variant} label={`${words} ${variant}`} icon={UserPlus} />
        </Specimen>
      ))}
      <Specimen of="size: sm, md, lg, isRound, isBlock" isRow>
        <Button size="sm">{words}</Button>
        <Button>{words}</Button>
        <Button size="lg">{words}</Button>
        <IconButton label={t('nav.chat')} icon={MessageCircle} isRound variant="soft" />
        <Button isBlock>{words}</Button>
      </Specimen>
      <Specimen of="RowButton; RowDecline" isRow>
        <RowButton icon={UserPlus} label={words}>
          {words}
        </RowButton>
        <RowDecline
          icon={UserMinus}
          text={words}
          label={words}
          menuLabel={words}
          onClick={() => undefined}
        />
      </Specimen>
    </Specimens>
  );
}

function Chips() {
  const { t } = useMessages();
  const [isOn, setOn] = useState(true);
  return (
    <Specimens file="chip.tsx">
      <Specimen of="at rest, isOn, hasPicker, onRemove, disabled" isRow>
        <Chip onClick={() => setOn(!isOn)}>2027</Chip>
        <Chip isOn={isOn} aria-pressed={isOn} onClick={() => setOn(!isOn)}>
          2026
        </Chip>
        <Chip hasPicker>2025</Chip>
        <Chip isOn onRemove={() => setOn(false)} removeLabel={t('tags.remove', { value: '2024' })}>
          2024
        </Chip>
        <Chip disabled>2023</Chip>
      </Specimen>
      <Specimen of="Tag" isRow>
        <Tag>Chess</Tag>
        <Tag>{'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz '.trim()}</Tag>
        <Tag>شطرنج</Tag>
      </Specimen>
    </Specimens>
  );
}

function Menus() {
  const { t } = useMessages();
  const [order, setOrder] = useState<'new' | 'name'>('name');
  return (
    <Specimens file="menu.tsx, menu-surface.tsx">
      <Specimen of="actions; a choice of one" isRow>
        <MenuButton
          label={t('nav.more')}
          icon={MoreHorizontal}
          items={[
            {
              id: 'message',
              label: t('nav.chat'),
              icon: MessageCircle,
              description: 'description',
            },
            { id: 'off', label: t('nav.connections'), isDisabled: true },
            { id: 'remove', label: t('hooks.delete'), icon: UserMinus, isDanger: true },
          ]}
          onAction={() => undefined}
        />
        <MenuButton
          label={`${t('nav.directory')}: ${order === 'new' ? '2027' : 'A–Z'}`}
          icon={ArrowDownUp}
          selected={order}
          items={[
            { id: 'new', label: '2027' },
            { id: 'name', label: 'A–Z' },
          ]}
          onAction={setOrder}
        >
          {order === 'new' ? '2027' : 'A–Z'}
        </MenuButton>
      </Specimen>
    </Specimens>
  );
}

const sizes = ['sm', 'md', 'lg'] as const;

function Floating() {
  const { t } = useMessages();
  const [open, setOpen] = useState<(typeof sizes)[number] | 'alert' | null>(null);
  const [isPopoverOpen, setPopoverOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Specimens file="dialog.tsx, dialog-surface.tsx">
        <Specimen of="size: sm, md, lg; role alertdialog" isRow>
          {sizes.map((size) => (
            <Button key={size} onClick={() => setOpen(size)}>
              {size}
            </Button>
          ))}
          <Button onClick={() => setOpen('alert')}>alertdialog</Button>
        </Specimen>
        <Dialog
          size={open === 'alert' || open === null ? 'sm' : open}
          role={open === 'alert' ? 'alertdialog' : 'dialog'}
          title={t('nav.directory')}
          isOpen={open !== null}
          onClose={() => setOpen(null)}
          footer={
            <Button variant="primary" onClick={() => setOpen(null)}>
              {t('keys.kept')}
            </Button>
          }
        >
          <p>{t('dev.helloBody')}</p>
        </Dialog>
      </Specimens>
      <Specimens file="popover.tsx, popover-surface.tsx, tooltip.tsx">
        <Specimen of="a popover at its button; a tooltip on hover and focus" isRow>
          <Button
            ref={anchor}
            aria-haspopup="dialog"
            aria-expanded={isPopoverOpen}
            onClick={() => setPopoverOpen(!isPopoverOpen)}
          >
            Popover
          </Button>
          <Popover
            label="Popover"
            anchor={anchor}
            isOpen={isPopoverOpen}
            onClose={() => setPopoverOpen(false)}
            className="p-4"
          >
            <p>{t('dev.helloBody')}</p>
          </Popover>
          <Tooltip text={t('nav.chat')}>
            <button
              type="button"
              aria-label={t('nav.chat')}
              className="grid size-9 place-items-center rounded-control touch:size-11"
            >
              <MessageCircle size={20} aria-hidden />
            </button>
          </Tooltip>
        </Specimen>
      </Specimens>
    </>
  );
}
