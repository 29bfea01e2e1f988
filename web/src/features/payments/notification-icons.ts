import {
  CircleSlash,
  HandHeart,
  PackageCheck,
  ReceiptText,
  ShoppingBag,
  Undo2,
} from 'lucide-react';

export const notificationIcons = {
  store_purchase: ShoppingBag,
  donation: HandHeart,
  anonymous_donation: HandHeart,
  refund_requested: ReceiptText,
  anonymous_refund_requested: ReceiptText,
  order_ready: PackageCheck,
  order_refunded: Undo2,
  order_late_payment: Undo2,
  refund_declined: CircleSlash,
} as const;
