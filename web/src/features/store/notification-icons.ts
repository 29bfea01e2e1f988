import { PackagePlus } from 'lucide-react';

export const notificationIcons = {
  back_in_stock: PackagePlus,
} as const;
