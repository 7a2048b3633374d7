-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'password_removed';
