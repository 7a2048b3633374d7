import { usePathname } from "next/navigation";

/** The path of the current page within the case; null outside it, on the account’s page for example. */
export function useCasePath(caseId: string): string | null {
  const pathname = usePathname();
  return pathname.startsWith(`/${caseId}`) ? pathname.slice(`/${caseId}`.length) : null;
}
