"""A mount point without a file system, as a board has it whose partition is unreadable."""


class NoVolume:
    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def chdir(self, path):
        pass

    def getcwd(self):
        return "/"

    def open(self, path, mode):
        raise OSError(19)

    def ilistdir(self, path):
        raise OSError(19)

    def stat(self, path):
        raise OSError(19)

    def statvfs(self, path):
        raise OSError(19)

    def mkdir(self, path):
        raise OSError(19)

    def remove(self, path):
        raise OSError(19)

    def rmdir(self, path):
        raise OSError(19)

    def rename(self, old, new):
        raise OSError(19)
