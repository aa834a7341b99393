"""How busy other programs kept the machine while we measured: numbers of a busy machine say little."""
import os
import resource
import time


class OtherLoad:
    def __init__(self):
        self.start = time.monotonic()
        self.others = self.seconds_of_others()

    def cores(self):
        """Cores that others have kept busy on average since the start."""
        return (self.seconds_of_others() - self.others) / (time.monotonic() - self.start)

    @staticmethod
    def seconds_of_others():
        with open("/proc/stat", encoding="utf-8") as file:
            user, nice, system, _, _, interrupts, soft_interrupts, stolen = map(int, file.readline().split()[1:9])
        busy = (user + nice + system + interrupts + soft_interrupts + stolen) / os.sysconf("SC_CLK_TCK")
        ours = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return busy - sum(usage.ru_utime + usage.ru_stime for usage in ours)
